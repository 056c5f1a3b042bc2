-- A bulk act that takes another one back, and what each request was before.
alter table bulk_act drop constraint bulk_act_what_check, add constraint bulk_act_what_check
  check (what in ('ASSIGN', 'SNOOZE', 'LETTER', 'APPROVE', 'UNDO')), add column undoes uuid,
  add foreign key (mc, undoes) references bulk_act (mc, id);
create unique index bulk_act_undone_once on bulk_act (mc, undoes) where undoes is not null;
alter table bulk_item add column version_after integer, add column former_owners text[];
grant update (version_after, former_owners) on bulk_item to rxdocket_app;
