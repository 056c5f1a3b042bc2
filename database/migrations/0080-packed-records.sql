-- A decision record takes a quarter of the room (docs/decisions/0080-small-records.md). It comes as the text it is and with the
-- same text packed; the fingerprint is taken of the text, as before, and the packed one is kept. Which dictionary it was packed
-- with is a number of features/provenance/dictionaries.ts. Records from before keep their text.
alter table decision_record alter column record drop not null, add column packed bytea, add column dictionary smallint,
  add check ((record is null) = (packed is not null)), add check ((packed is null) = (dictionary is null));
alter table decision_record alter column packed set storage external;

create or replace function chain_decision_record() returns trigger language plpgsql as $$
declare last record;
begin
  select d.sequence, d.sha256 into last from decision_record d
   where d.mc = new.mc and d.authorization_id = new.authorization_id order by d.sequence desc limit 1;
  new.sequence := coalesce(last.sequence, 0) + 1;
  new.previous := last.sha256;
  new.sha256 := sha256(coalesce(new.previous, ''::bytea) || convert_to(new.record, 'UTF8'));
  if new.packed is not null then new.record := null; end if;
  return new;
end $$;
