"""Whether the people named in roles and approvals are there, and may do what they are named for."""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.nanoclaw.checks.evidence import CENTRAL, any_of
from inspector.health.check import HealthCheck
from inspector.health.finding import Level


def _nobody(table: str, column: str, what: str) -> tuple[tuple[str, ...], str]:
    sql = (
        f"SELECT '{table}', t.rowid, '{table}: {what} ' || t.{column} || ' is not a user', t.created_at FROM {table} t "
        f"LEFT JOIN users u ON u.id = t.{column} WHERE t.{column} IS NOT NULL AND u.id IS NULL"
    )
    return (f"{table}.{column}", "users.id"), sql


ACCESS = (
    HealthCheck(
        "nanoclaw.approver_missing",
        "Approvals that nobody can give, or from nobody",
        Level.BROKEN,
        "The approver or the sender that an approval or a policy names is not in users: nobody can decide it.",
        needs("users.id"),
        run=any_of(
            _nobody("pending_approvals", "approver_user_id", "approver"),
            _nobody("pending_sender_approvals", "approver_user_id", "approver"),
            _nobody("pending_sender_approvals", "sender_identity", "sender"),
            _nobody("pending_channel_approvals", "approver_user_id", "approver"),
            _nobody("agent_message_policies", "approver", "approver"),
        ),
        parts=CENTRAL,
        advice="Add the user, or decide the approval as an owner; then find out who took the user away.",
        method="Left joins to users of the five places that name an approver or a sender.",
    ),
    HealthCheck(
        "nanoclaw.scoped_owner",
        "Owners of a single agent",
        Level.SUSPICIOUS,
        "An owner is always global (agent_group_id NULL); a role 'owner' of one agent group is none.",
        needs("user_roles.role", "user_roles.agent_group_id"),
        sql="SELECT 'user_roles', r.rowid, r.user_id || ' is owner of ' || COALESCE(g.name, r.agent_group_id), "
        "r.granted_at FROM user_roles r LEFT JOIN agent_groups g ON g.id = r.agent_group_id "
        "WHERE r.role = 'owner' AND r.agent_group_id IS NOT NULL",
        parts=CENTRAL,
        advice="Make it a global owner (agent_group_id NULL) or an admin of the group; as it stands it gives no "
        "rights.",
    ),
    HealthCheck(
        "nanoclaw.role_twice",
        "Roles granted twice",
        Level.SUSPICIOUS,
        "The same user, role and agent group in several rows; the key of user_roles does not prevent it where the "
        "group is NULL.",
        needs("user_roles.role", "user_roles.agent_group_id"),
        sql="SELECT 'user_roles', max(rowid), user_id || ' is ' || role || ' ' || count(*) || ' times', "
        "max(granted_at) FROM user_roles GROUP BY user_id, role, agent_group_id HAVING count(*) > 1",
        parts=CENTRAL,
        advice="Delete all rows but one: taking the role away would take only one of them.",
    ),
    HealthCheck(
        "nanoclaw.no_owner",
        "Nobody owns this install",
        Level.SUSPICIOUS,
        "There are users and no role 'owner': approvals that no admin may give wait for ever.",
        needs("user_roles.role", "users.id"),
        sql="SELECT 'user_roles', NULL, (SELECT count(*) FROM users) || ' users and no owner' "
        "WHERE EXISTS (SELECT 1 FROM users) AND NOT EXISTS (SELECT 1 FROM user_roles WHERE role = 'owner')",
        parts=CENTRAL,
        advice="Grant the role 'owner' to the person who runs this install.",
    ),
)
