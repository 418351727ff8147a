-- title: Messages that were dropped, and why
-- about: Senders whose messages reached no agent. There is one row for a chat: its count and reason are those of the last sender.
-- needs: unregistered_senders.reason, messaging_groups.name, messaging_groups.denied_at, agent_groups.name
-- parts: central, install
-- show: table
SELECT d.last_seen, COALESCE(d.sender_name, d.user_id) AS sender, d.channel_type AS channel,
       COALESCE(c.name, d.platform_id) AS chat, d.reason, d.message_count AS messages, g.name AS not_for_agent,
       c.unknown_sender_policy AS policy, c.denied_at, d.first_seen
  FROM unregistered_senders d
  LEFT JOIN messaging_groups c ON c.id = d.messaging_group_id
  LEFT JOIN agent_groups g ON g.id = d.agent_group_id
 ORDER BY julianday(d.last_seen) DESC
