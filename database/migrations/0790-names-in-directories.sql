-- Names of prescribers, pharmacies and cities as searches compare them (platform/text/search-form.ts), without accents, so that who
-- types Munoz or Mayaguez finds Muñoz and Mayagüez; and the words of a prescriber's last name, each by itself
-- (docs/decisions/0790-names-in-directories.md).
create function words_of_name(name text) returns text[] language sql immutable parallel safe as $$
  select array(select w from name_words(name) w
    union select folded_name(w) from unnest(regexp_split_to_array(normalize(name, NFC), '[\s\u00a0\u2010-\u2015-]+')) w where length(folded_name(w)) > 1) $$;

alter table practitioner drop column search_last, drop column search_first;
alter table practitioner
  add column search_last text collate "C" generated always as (folded_name(last_name)) stored,
  add column search_first text collate "C" generated always as (folded_name(first_name)) stored,
  add column search_words text[] collate "C" generated always as (words_of_name(last_name)) stored;
create index practitioner_by_search_name on practitioner (search_last, search_first);
create index practitioner_by_word_of_name on practitioner using gin (search_words);

alter table practitioner_address drop column search_city;
alter table practitioner_address add column search_city text collate "C" generated always as (folded_name(city)) stored;
create index practitioner_address_by_city on practitioner_address (state, search_city);

alter table pharmacy drop column search_name, drop column search_city;
alter table pharmacy
  add column search_name text collate "C" generated always as (folded_name(name)) stored,
  add column search_city text collate "C" generated always as (folded_name(city)) stored;
create index pharmacy_by_search_name on pharmacy (search_name);
create index pharmacy_by_part_of_name on pharmacy using gin (search_name gin_trgm_ops);
create index pharmacy_by_city on pharmacy (state, search_city);
