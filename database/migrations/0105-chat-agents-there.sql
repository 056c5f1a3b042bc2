-- An agent counts as there for 90 seconds, since browsers run the timers of a hidden page once a minute. The page a user is on may
-- follow them.
create or replace function due_left_chats(p_limit int, p_now timestamptz) returns table (mc text, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.mc, s.id from chat_session s left join chat_agent g on g.mc = s.mc and g.user_id = s.agent_id
   where s.state = 'TALKING' and coalesce(g.seen_at, s.taken_at) < p_now - interval '90 seconds' limit p_limit
$$;
grant update (context) on chat_session to rxdocket_app;
