-- What the gates on providers ask (R09, R11, R13), from the directories: whether an NPI is a person's or an organization's, until when a
-- DEA registration stands (null: not known), and which of the plan's networks a contracted pharmacy is in.
alter table practitioner add column entity_type smallint not null default 1 check (entity_type in (1, 2)), add column dea_expires date;
alter table pharmacy add column networks text[] not null default '{RETAIL,MAIL,NINETY_DAY,SPECIALTY}'
  check (networks <@ '{RETAIL,MAIL,NINETY_DAY,SPECIALTY}'::text[]);
