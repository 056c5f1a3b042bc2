-- Support chat: conversations of users with support, their messages by position, private notes, and which agents are there.
create table chat_session (
  mc text not null references master_carrier, id uuid not null, user_id uuid not null, alias text not null check (length(alias) between 1 and 120),
  email text not null check (length(email) <= 254), reason text not null check (reason in ('claim', 'auth', 'ptissue', 'portal', 'clinreq', 'billpay', 'gen')),
  context jsonb not null, -- what the form gave besides; never a whole social security number
  secure_key text not null, -- encrypted by the portal
  sub_carrier text, stratus_claim_id uuid, state text not null check (state in ('LEFT', 'WAITING', 'TALKING', 'ENDED')),
  started_at timestamptz not null, waiting_since timestamptz not null, reply_by timestamptz,
  agent_id uuid, agent_name text, taken_at timestamptz, ended_at timestamptz, ended_by text check (ended_by in ('AGENT', 'CLIENT')),
  next_position int not null default 0, user_typing_until timestamptz, agent_typing_until timestamptz,
  contact_note_id uuid,
  primary key (mc, id), foreign key (mc, user_id) references user_carrier (mc, user_id), foreign key (mc, agent_id) references user_carrier (mc, user_id),
  foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, contact_note_id) references claim_contact_note,
  check ((stratus_claim_id is null) = (sub_carrier is null)), check ((state = 'ENDED') = (ended_at is not null)),
  check (state <> 'TALKING' or agent_id is not null));
-- A user has one conversation at a time.
create unique index chat_session_of_user on chat_session (mc, user_id) where state <> 'ENDED';
create index chat_session_open on chat_session (mc, waiting_since) where state <> 'ENDED';

create table chat_message (
  mc text not null, chat_id uuid not null, position int not null check (position >= 0), at timestamptz not null,
  from_type text not null check (from_type in ('AGENT', 'CLIENT', 'SYSTEM')), from_name text not null,
  text text not null check (length(text) between 1 and 4000), key uuid,
  primary key (mc, chat_id, position), foreign key (mc, chat_id) references chat_session);
-- A message that is sent again is there once.
create unique index chat_message_once on chat_message (mc, chat_id, key) where key is not null;

create table chat_note (
  mc text not null, chat_id uuid not null, id uuid not null, at timestamptz not null, by_name text not null,
  text text not null check (length(text) between 1 and 2000),
  primary key (mc, chat_id, id), foreign key (mc, chat_id) references chat_session);

create table chat_agent (
  mc text not null, user_id uuid not null, name text not null, available boolean not null, seen_at timestamptz not null,
  primary key (mc, user_id), foreign key (mc, user_id) references user_carrier (mc, user_id));

do $$
declare t text;
begin
  foreach t in array array['chat_session', 'chat_message', 'chat_note', 'chat_agent'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
end $$;

grant select on chat_session, chat_message, chat_note, chat_agent to rxdocket_reader, rxdocket_app;
grant insert on chat_session, chat_message, chat_note, chat_agent to rxdocket_app;
grant update (state, waiting_since, reply_by, agent_id, agent_name, taken_at, ended_at, ended_by, next_position, user_typing_until, agent_typing_until,
  contact_note_id) on chat_session to rxdocket_app;
grant update (name, available, seen_at) on chat_agent to rxdocket_app;

-- Conversations whose agent was not there for a minute, for every carrier.
create function due_left_chats(p_limit int, p_now timestamptz) returns table (mc text, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.mc, s.id from chat_session s left join chat_agent g on g.mc = s.mc and g.user_id = s.agent_id
   where s.state = 'TALKING' and coalesce(g.seen_at, s.taken_at) < p_now - interval '60 seconds' limit p_limit
$$;
create policy clock on chat_session for select to current_user using (true);
create policy clock on chat_agent for select to current_user using (true);
revoke all on function due_left_chats(int, timestamptz) from public;
grant execute on function due_left_chats(int, timestamptz) to rxdocket_app;
