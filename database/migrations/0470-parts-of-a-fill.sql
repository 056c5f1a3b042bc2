-- A fill handed out in parts (21 CFR 1306.13): a part (P), or the rest that completes it (C), and how much the whole fill was to be.
alter table rx_transaction add column part text check (part in ('P', 'C')), add column quantity_intended numeric(10, 3) check (quantity_intended > 0);
