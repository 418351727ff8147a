-- title: Where this session believes it may send
-- about: The session's copy of its agent's destinations and the chat its answers go to; the host writes both anew at the next wake.
-- needs: destinations.name, destinations.display_name, destinations.type, destinations.channel_type
-- needs: destinations.platform_id, destinations.agent_group_id, session_routing.channel_type
-- needs: session_routing.platform_id
-- parts: pair
-- show: table
SELECT name, display_name, type, channel_type, platform_id, agent_group_id FROM destinations
UNION ALL
SELECT '(answers go to)', NULL, 'channel', channel_type, platform_id, NULL FROM session_routing
