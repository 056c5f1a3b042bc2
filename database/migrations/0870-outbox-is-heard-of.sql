-- Every process hears at once that something waits in the outbox, so that a quiet one need not look for it every two seconds
-- (docs/decisions/0870-a-quiet-portal-looks-less.md). The event is of no carrier: no browser hears it.
create function notify_of_outbox() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('changes', '');
  return null;
end $$;
revoke all on function notify_of_outbox() from public;
create trigger notify_of_outbox after insert or update of available_at on outbox for each statement execute function notify_of_outbox();
