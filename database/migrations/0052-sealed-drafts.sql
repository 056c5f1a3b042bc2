-- Unfinished forms are stored encrypted (docs/decisions/0015): free text about a patient may stand in it, and
-- somebody who reads the database or a backup can read none of it. Earlier drafts are not encrypted and last a week: they go.
truncate form_draft;
alter table form_draft drop column body,
  add column sealed text not null check (octet_length(sealed) between 1 and 65536);
