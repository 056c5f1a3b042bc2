import type pg from 'pg'

/** The database roles of the server: for acts and for reads. */
export const roles = ['rxdocket_app', 'rxdocket_reader']

/** Tables that belong to no carrier. `closed`: neither role has any right on it; `reference`: the same facts for everybody, read only; each reviewed by a person. */
export const globalTables: Record<string, { kind: 'closed' | 'reference' | 'own row'; why: string }> = {
  migration: { kind: 'reference', why: 'Which steps of the schema are done; readiness compares.' },
  master_carrier: { kind: 'reference', why: 'Code and name of every carrier; a person sees those they work for.' },
  app_user: {
    kind: 'own row',
    why: 'A person may work for several carriers: seen by those who share one with them, and by themselves.',
  },
  session: { kind: 'closed', why: 'Only the functions of authentication and of sign-in touch it.' },
  step_up: {
    kind: 'closed',
    why: 'Questions to a session for a proof; only the functions of authentication and of sign-in touch it.',
  },
  login_event: { kind: 'closed', why: 'Written by the functions of sign-in.' },
  one_time: { kind: 'closed', why: 'Hashes of what works once in signing in; only its function touches it.' },
  encryption_check: { kind: 'closed', why: 'A word encrypted with the key; only the start reads it, as the owner.' },
  sso_own_key: {
    kind: 'closed',
    why: 'Our own key towards carriers, encrypted by the portal; only its functions read it.',
  },
  sso_assertion: { kind: 'closed', why: 'Hashes of assertions that were taken; only its function touches it.' },
  sso_relay: { kind: 'closed', why: 'A sign-on under way, before anybody is signed in; only its functions touch it.' },
  terms_acceptance: { kind: 'own row', why: 'Accepted once for all carriers; only appended to.' },
  registration_ticket: { kind: 'closed', why: 'Before anybody is registered; only its functions touch it.' },
  attempt: { kind: 'closed', why: 'Hashes of what was tried how often; only its function touches it.' },
  recovery_request: { kind: 'closed', why: 'Written the same for known and unknown; only its functions touch it.' },
  security_event: { kind: 'closed', why: 'Written by its function, read by operations.' },
  cursor_key: { kind: 'closed', why: 'What places in lists are encrypted with; only its functions read it.' },
  feature_flag: { kind: 'reference', why: 'Names and defaults; what a carrier has is in feature_flag_override.' },
  saved_state: { kind: 'reference', why: 'Versions of the terms, the as-of date.' },
  pharmacy_route: { kind: 'reference', why: 'Says whose claim it is, before any carrier is known.' },
  drug: { kind: 'reference', why: 'Public facts.' },
  licensed_interaction: { kind: 'reference', why: 'One licensed set of drug interactions serves all carriers.' },
  licensed_interaction_load: {
    kind: 'closed',
    why: 'When the set was loaded; only the command of operators touches it.',
  },
  survey: { kind: 'reference', why: 'What everybody is asked after a contact.' },
  survey_question: { kind: 'reference', why: 'What everybody is asked after a contact.' },
  pharmacy: { kind: 'reference', why: 'Public directory.' },
  practitioner: { kind: 'reference', why: 'Public directory.' },
  practitioner_address: { kind: 'reference', why: 'Public directory.' },
  practitioner_phone: { kind: 'reference', why: 'Public directory.' },
  zip_place: { kind: 'reference', why: 'Public geography.' },
  ndc_product: { kind: 'closed', why: 'Public directory.' },
  drug_code: { kind: 'closed', why: 'Codes of a licensed catalog, the same for every carrier.' },
  file_load: { kind: 'closed', why: 'Which public files were loaded; no role of the portal may use it.' },
}
/** The tables with a carrier column, without those that belong to no carrier. */
export async function tenantTables(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p', 'm', 'f') and exists (select from pg_attribute a where a.attrelid = c.oid
       and a.attname = 'mc') order by 1`,
  )
  return rows.map((row) => row.name).filter((name) => !(name in globalTables))
}

/** Runs a statement as a role, in a transaction that is rolled back; returns 'done' or the SQL state of the error. */
export async function tryAs(db: pg.Client, role: string, text: string, carrier?: string): Promise<string> {
  await db.query('begin')
  try {
    await db.query(`set local role ${role}`)
    if (carrier !== undefined)
      await db.query(`select set_config('app.mc', $1, true), set_config('app.subs', '*', true)`, [carrier])
    await db.query(text)
    return 'done'
  } catch (error) {
    return String((error as { code?: string }).code)
  } finally {
    await db.query('rollback')
  }
}
/** The SQL state of a statement that the role has no right for. */
export const DENIED = '42501'
