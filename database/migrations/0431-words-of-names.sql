-- Last names of several words (docs/decisions/0431-words-of-last-names.md): each last name as it reads from every one of its words on, with and
-- without particles, and as passports spell it. What a search by the last name itself finds is left out.
create table last_name_word (
  mc text not null references master_carrier, word text not null, last_folded text not null, primary key (mc, word, last_folded));

-- The search form of a word, as platform/text/search-form.ts has it for the scripts that have cases.
create function folded_name(word text) returns text language sql immutable parallel safe as $$
  select regexp_replace(replace(replace(replace(replace(translate(lower(normalize(word, NFKD)), 'łŁøØđĐðÐı', 'llooddddi'),
    'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'), '[\u0300-\u036f\s!-/:-@\[-`{-~\u2010-\u201f]', '', 'g') $$;

-- Letters as passports write them (ICAO Doc 9303 part 3, section 6).
create function passport_name(name text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(replace(replace(replace(replace(normalize(lower(normalize(name, NFC)), NFC), 'ä', 'ae'), 'ö', 'oe'),
    'ü', 'ue'), 'å', 'aa'), 'ø', 'oe'), 'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue') $$;

create function name_words(name text) returns setof text language sql immutable parallel safe as $$
  with spelt as (select distinct n from unnest(array[normalize(name, NFC), passport_name(name)]) n),
  parted as (select array_remove(regexp_split_to_array(n, '[\s\u00a0\u2010-\u2015-]+'), '') as words from spelt),
  forms as (select words from parted
    union select array(select w from unnest(words) with ordinality as x(w, at) where folded_name(w) <> all
      ('{de,del,della,di,da,das,dos,do,du,des,la,las,los,le,el,al,van,von,der,den,ter,ten,zu,zum,y,e}') order by at) from parted),
  turned as (select words[start:] || words[:start - 1] as words from forms, generate_series(1, least(cardinality(words), 6)) start)
  select distinct word from (select folded_name(array_to_string(words, '')) as word from turned) found where length(word) between 2 and 80 $$;

create or replace function note_last_names() returns trigger language plpgsql as $$
begin
  insert into last_name_variant (mc, variant, last_folded)
    select n.mc, v, n.last_folded from (select distinct mc, last_folded from noted) n, name_variants(n.last_folded) v order by 1, 2, 3
    on conflict do nothing;
  insert into last_name_word (mc, word, last_folded)
    select distinct n.mc, w, n.last_folded from (select distinct mc, last_name, last_folded from noted) n, name_words(n.last_name) w
     where not starts_with(n.last_folded, w) order by 1, 2, 3
    on conflict do nothing;
  return null;
end $$;

alter table claimant no force row level security;
insert into last_name_word (mc, word, last_folded)
  select distinct n.mc, w, n.last_folded from (select distinct mc, last_name, last_folded from claimant) n, name_words(n.last_name) w
   where not starts_with(n.last_folded, w);
alter table claimant force row level security;

alter table last_name_word enable row level security;
alter table last_name_word force row level security;
create policy carrier on last_name_word using (mc = app_mc()) with check (mc = app_mc());
grant select on last_name_word to rxdocket_reader, rxdocket_app;
grant insert on last_name_word to rxdocket_app;
