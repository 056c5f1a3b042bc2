-- What is half typed is stored sealed (docs/decisions/0015): free text about a patient may stand in it, and
-- whoever reads the database or a backup reads none of it. Drafts of before have no seal and last a week: they go.
truncate form_draft;
alter table form_draft drop column body,
  add column sealed text not null check (octet_length(sealed) between 1 and 65536);
