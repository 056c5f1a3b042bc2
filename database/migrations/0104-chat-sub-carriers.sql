-- A chat about a claim is seen by its user, and by agents who see the claim's sub-carrier; so are its messages and notes.
drop policy carrier on chat_session;
create policy carrier on chat_session
  using (mc = app_mc() and (user_id = app_user() or sub_carrier is null or app_sees(sub_carrier)))
  with check (mc = app_mc() and (user_id = app_user() or sub_carrier is null or app_sees(sub_carrier)));
do $$
declare t text;
begin
  foreach t in array array['chat_message', 'chat_note'] loop
    execute format('drop policy carrier on %I', t);
    execute format('create policy carrier on %1$I
      using (mc = app_mc() and exists (select from chat_session s where s.mc = %1$I.mc and s.id = %1$I.chat_id))
      with check (mc = app_mc() and exists (select from chat_session s where s.mc = %1$I.mc and s.id = %1$I.chat_id))', t);
  end loop;
end $$;
