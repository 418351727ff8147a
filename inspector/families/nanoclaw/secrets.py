"""Which columns of NanoClaw files hold secrets.

What people and agents wrote to one another is not one of them; a key of known form in it is masked all the same.
"""

from __future__ import annotations

from inspector.redaction import SecretRule

_HELD = ("env", "headers", "bodyPreview")
"""What a server is started with, what a held request would send."""

SECRETS = (
    SecretRule("chat_sdk_locks", "token"),
    SecretRule("pending_approvals", "payload", _HELD),
    SecretRule("container_configs", "mcp_servers", _HELD),
    SecretRule("messages_in", "content", _HELD),
    SecretRule("messages_out", "content", _HELD),
    SecretRule("session_state", "value", ()),
    SecretRule("chat_sdk_kv", "value", ()),
    SecretRule("chat_sdk_lists", "value", ()),
)
