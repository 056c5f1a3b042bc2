import type pg from 'pg'

/** Files the order of a board about a request. */
export async function fileOrder(
  db: Pick<pg.Client, 'query'>,
  request: string,
): Promise<{ id: string; documentId: string }> {
  const { rows } = await db.query<{ id: string }>(
    `insert into document (mc, id, sub_carrier, stratus_claim_id, authorization_id, type_id, group_id, file_name, mime, bytes, sha256, source,
      created_at, received_at)
     select a.mc, gen_random_uuid(), a.sub_carrier, a.stratus_claim_id, a.id, 9, 1, 'order.pdf', 'application/pdf', 900, sha256('x'), 'PORTAL',
      now(), now() from rx_authorization a where a.id = $1 returning id`,
    [request],
  )
  return { id: request, documentId: rows[0]!.id }
}

/** Makes a paid transaction a bill on paper with its image and an archived explanation of benefits. */
export async function fileBill(
  db: Pick<pg.Client, 'query'>,
  tcn: string,
): Promise<{ claimId: string; reference: string; archived: string }> {
  const { rows } = await db.query<{ claimId: string; reference: string; archived: string }>(
    `with bill as (update rx_transaction set claim_channel_type = 9 where tcn = $1 returning *),
     filed as (insert into document (mc, id, sub_carrier, stratus_claim_id, transaction_id, type_id, group_id, file_name, mime, bytes,
       sha256, source, created_at, received_at)
       select b.mc, gen_random_uuid(), b.sub_carrier, b.stratus_claim_id, b.id, k.type_id, 3, k.name, k.mime, 4,
        sha256('paid'), 'FILENET', now(), now()
        from bill b, (values (4, 'EOB.txt', 'text/plain'), (6, 'Bill.pdf', 'application/pdf')) k (type_id, name, mime) returning *),
     kept as (insert into document_content select f.mc, f.id, 'paid' from filed f)
     select f.id as archived, b.reference_number as reference, b.stratus_claim_id as "claimId" from filed f, bill b where f.type_id = 4`,
    [tcn],
  )
  return rows[0]!
}

/** An eligibility feed of a carrier that was loaded. */
export async function feedOf(db: pg.Client, mc: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `with feed as (insert into eligibility_feed (mc, id, file_name, sha256, size, refused, received_at, finished_at)
       values ($1, gen_random_uuid(), 'feed.csv', sha256(gen_random_uuid()::text::bytea), 1, 1, now(), now()) returning mc, id)
     insert into eligibility_feed_refusal select mc, id, 2, 'group', 'Choose a group.' from feed returning feed_id as id`,
    [mc],
  )
  return rows[0]!.id
}
