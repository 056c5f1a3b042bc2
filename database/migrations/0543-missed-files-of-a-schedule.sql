-- A file that has what failed files before it should have had: when the first of them was due.
alter table data_extract_delivery add column missed_since timestamptz;
