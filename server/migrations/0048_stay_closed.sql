-- Confirmed sessions, sessions ended by a manager, and first passwords that expire.

-- When the user last proved to be present, after the sign-in that opened the session.
alter table sessions add column confirmed_at timestamptz;

-- A password set by another user works until then, if it was not changed. Null: no limit.
alter table users add column first_password_expires_at timestamptz;
-- Passwords that wait for their first use get the whole time from now on, but those of the installation, which only the
-- server's own machine can make: they have no limit.
update users set first_password_expires_at = now() + interval '7 days'
where must_change_password and created_by is not null;

alter table security_events
  drop constraint security_events_kind_check,
  add constraint security_events_kind_check check (
    kind in ('sign_in', 'sign_in_failed', 'role_changed', 'password_changed', 'sessions_ended'));
