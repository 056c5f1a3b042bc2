-- What somebody completed, read from an index in the order it was completed, however long they have worked (docs/decisions/0081-what-somebody-completed.md).
-- An owner's row follows its request: when it was completed, and the program by which the index alone tells who may see it.
alter table authorization_owner add column sub_carrier text, add column completed_at timestamptz;

alter table rx_authorization no force row level security;
alter table authorization_owner no force row level security;
update authorization_owner o set sub_carrier = a.sub_carrier, completed_at = a.completed_at
  from rx_authorization a where a.mc = o.mc and a.id = o.authorization_id;
alter table rx_authorization force row level security;
alter table authorization_owner force row level security;

create function owned_authorization() returns trigger language plpgsql as $$
begin
  select a.sub_carrier, a.completed_at into new.sub_carrier, new.completed_at
    from rx_authorization a where a.mc = new.mc and a.id = new.authorization_id;
  return new;
end $$;
create trigger authorization_owner_follows before insert on authorization_owner for each row execute function owned_authorization();

create or replace function follow_authorization_status() returns trigger language plpgsql as $$
begin
  if (new.status_id < 30) <> (old.status_id < 30) or new.completed_at is distinct from old.completed_at then
    update authorization_owner set open = new.status_id between 20 and 29, completed_at = new.completed_at
     where mc = new.mc and authorization_id = new.id;
  end if;
  return null;
end $$;
drop trigger rx_authorization_status on rx_authorization;
create trigger rx_authorization_status after update of status_id, completed_at on rx_authorization
  for each row execute function follow_authorization_status();

create index authorization_owner_completed on authorization_owner (mc, user_id, completed_at, authorization_id) include (sub_carrier);
drop index authorization_owner_done;

-- The decisions of a request, those taken back too.
create index authorization_decision_by_authorization on authorization_decision (mc, authorization_id);
