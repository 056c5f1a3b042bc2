-- Documents of a patient: uploads, archived texts, and bytes that leave the database once their row is committed.

alter table document drop constraint document_mime_check;
alter table document add constraint document_mime_check check (mime in ('application/pdf', 'image/png', 'image/jpeg', 'image/tiff', 'text/plain'));
alter table document add column uploaded_by uuid references app_user,
  add column uploaded_by_name text not null default '' check (length(uploaded_by_name) <= 120);
-- Where the bytes are in the document storage; null while they are in document_content (docs/decisions/0075-document-storage.md).
alter table document add column store_key text check (store_key ~ '^[A-Z0-9]{2,6}/[0-9a-f]{2}/[0-9a-f-]{36}$');
create index document_by_transaction on document (mc, transaction_id) where transaction_id is not null;

-- The row of a document is never rewritten but for where its bytes are.
grant update (store_key) on document to rxdocket_app;
grant delete on document_content to rxdocket_app;
