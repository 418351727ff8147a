-- title: Where this session believes it may send
-- about: The session's copy of its agent's destinations and the chat its answers go to; the host writes both anew at the next wake.
-- needs: destinations.type, session_routing.platform_id
-- parts: pair
-- show: table
SELECT name, display_name, type, channel_type, platform_id, agent_group_id FROM destinations
UNION ALL
SELECT '(answers go to)', NULL, 'channel', channel_type, platform_id, NULL FROM session_routing
