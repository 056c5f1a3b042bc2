-- How a request that somebody keyed came, when the fax, letter or call is older than the keying: its clock counts from there.
-- `received_how` is empty where nothing was said: then the clock counts from the sending in the portal, or from the pharmacy's claim.
alter table rx_authorization
  add column received_how text check (received_how in ('FAX', 'MAIL', 'PHONE', 'EMAIL', 'PORTAL')),
  add column posted_on date, -- of a letter nobody noted the coming of: the clock counts from the posting, with the state's days for mail
  add column urgent boolean not null default false, -- the prescriber certifies that waiting endangers health
  add column concurrent boolean not null default false, -- the drug is for care that is under way, as in a hospital
  add constraint posted_by_mail check (posted_on is null or received_how = 'MAIL');
