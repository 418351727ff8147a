-- title: Messages that were dropped, and why
-- about: Senders whose messages reached no agent. There is one row for a chat: its count and reason are those of the last sender.
-- needs: unregistered_senders.channel_type, unregistered_senders.platform_id, unregistered_senders.user_id
-- needs: unregistered_senders.sender_name, unregistered_senders.reason
-- needs: unregistered_senders.messaging_group_id, unregistered_senders.agent_group_id
-- needs: unregistered_senders.message_count, unregistered_senders.first_seen, unregistered_senders.last_seen
-- needs: agent_groups.id, agent_groups.name, messaging_groups.id, messaging_groups.name
-- needs: messaging_groups.unknown_sender_policy, messaging_groups.denied_at
-- parts: central, install
-- show: table
-- chart: bar x=chat y=messages group=reason
SELECT d.last_seen, COALESCE(d.sender_name, d.user_id) AS sender, d.channel_type AS channel,
       COALESCE(c.name, d.platform_id) AS chat, d.reason, d.message_count AS messages, g.name AS not_for_agent,
       c.unknown_sender_policy AS policy, c.denied_at, d.first_seen
  FROM unregistered_senders d
  LEFT JOIN messaging_groups c ON c.id = d.messaging_group_id
  LEFT JOIN agent_groups g ON g.id = d.agent_group_id
 ORDER BY julianday(d.last_seen) DESC
