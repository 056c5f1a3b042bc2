-- Until when an agent counts as there: an open page says so every few seconds; browsers run the timers of a hidden one once a minute.
alter table chat_agent add column there_until timestamptz;
update chat_agent set there_until = seen_at + interval '90 seconds';
alter table chat_agent alter column there_until set not null;
grant update (there_until) on chat_agent to rxdocket_app;
create or replace function due_left_chats(p_limit int, p_now timestamptz) returns table (mc text, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.mc, s.id from chat_session s left join chat_agent g on g.mc = s.mc and g.user_id = s.agent_id
   where s.state = 'TALKING' and coalesce(g.there_until, s.taken_at + interval '20 seconds') < p_now limit p_limit
$$;
