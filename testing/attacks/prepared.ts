import { randomBytes, randomUUID } from 'node:crypto'
import { decision } from '#features/decisions/contract.ts'
import { determinations } from '#features/determinations/contract.ts'
import { bypasses } from '#features/bypasses/contract.ts'
import { contactNotes } from '#features/contact-notes/contract.ts'
import { letters } from '#features/letters/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { pharmacyClaim } from '../pharmacy-claim.ts'
import type { Visitor } from '../api.ts'
import { startFixtureApi } from '../fixture-api.ts'
import { day } from '../new-york-day.ts'
import { BIN, idOf, PCN } from '../fixtures.ts'
import { browser, hub, identityStandIn, tokenOf } from './identity-stand-in.ts'
import { mailTo, textTo } from './sent-messages.ts'
import { addRelative, denyAhead, mergesOf, openInEmergency, rateLow, spanOf, writeNote } from './claim-file.ts'
import { colleaguesOf, leadTeams, moveOwners } from './teams.ts'
import { chatsOf } from './chats.ts'
import { administration } from './administration.ts'
import { claimOfRequest, copyClaim } from './copy-claim.ts'
import { feedOf, fileBill, fileOrder } from './file-documents.ts'
import { idIn } from './id-in.ts'
import { notices } from './notices.ts'
import { type Place, type Prepared, steadyPlace } from './place.ts'
import { priorAuthsOf } from './prior-auths.ts'
import { countRequests } from './requests.ts'
import { submittedLastMonth } from './setting-changes.ts'

/** The drug of the fixture's claims: it needs an authorization. */
export const anyDrug = drugs.find((drug) => drug.name.toLowerCase().includes('pregabalin') && drug.brandFlag === 'G')!
export const dayFrom = day
const decider = { AAA1: 'adj.aaa', AAA2: 'adj.aaa2', BBB1: 'adj.bbb' } as const

/** The portal over the fixture world, open until `close`. */
export async function openPrepared(): Promise<Prepared> {
  const api = await startFixtureApi({ keep: true })
  Object.assign(api.built.portal, identityStandIn)
  // Who decides here may do all that a carrier lets anybody do: one person asks every call in earnest.
  await api.db.query(
    `update user_carrier w set roles = w.roles || '{supervisor,clinical_pharmacist,pbm_support,account_admin}',
        data_extract_sub_carriers = (select array_agg(s.sub_carrier) from sub_carrier s where s.mc = w.mc) from app_user u
      where u.id = w.user_id and u.username = any($1)`,
    [Object.values(decider)],
  )
  await api.db.query(
    `insert into carrier_setting (mc, key, value)
       select mc, key, 'true' from unnest('{AAA,BBB}'::text[]) mc, unnest('{dolEnabled,patientLinks,emergencyAccess}'::text[]) key`,
  )
  await leadTeams(api)
  // Who decides has viewed a patient before.
  await api.db.query(
    `insert into recent_patient (mc, user_id, stratus_claim_id, last_viewed_at)
       select distinct on (c.mc, c.owner_id) c.mc, c.owner_id, c.id, now() from wc_claim c where c.owner_id is not null order by c.mc, c.owner_id, c.id`,
  )
  const { rows } = await api.db.query<{ username: string; email: string }>('select username, email from app_user')
  const emails = new Map(rows.map((row) => [row.username, row.email]))
  const visitors = new Map<string, Promise<Visitor>>()
  const visitor = async (username: string): Promise<Visitor> => {
    const known = await visitors.get(username)
    // One of the calls ends every session of its caller.
    const alive =
      known &&
      (
        await api.db.query('select from session where token_hash = sha256($1::bytea) and ended_at is null', [
          Buffer.from(known.cookie!.split('=')[1]!),
        ])
      ).rowCount
    if (!alive) visitors.set(username, api.signIn(username))
    return visitors.get(username)!
  }
  let number = 0

  const fresh = (sub: Place['sub']): Place => {
    const mc = sub === 'BBB1' ? 'BBB' : 'AAA'
    const username = decider[sub]
    // Each claim has a worker of its own, so that no prior authorization or block of one request reaches the next.
    const next = async () => {
      number += 1
      const at = 100 + number
      const last = mc === 'BBB' ? `Ortega-ZZBBBCANARY${at}` : `Ortega${sub === 'AAA2' ? 'two' : ''}${at}`
      await copyClaim(api.db, `${mc} ${sub} claim 1`, `${mc} ${sub} claim ${at}`, {
        key: `${sub}${at}`,
        lastName: last,
      })
      return { sub, at }
    }
    const sent = async (claim: ReturnType<typeof pharmacyClaim>) => {
      const { status, body } = await api.service.ask(transactions.intake, claim)
      if (status !== 200)
        throw new Error(
          `A claim of the fixture was refused: ${status} ${JSON.stringify(body)} ${api.logged.filter((line) => line.includes('fault')).join(' ')}`,
        )
      return body
    }
    const decide = async () => {
      const claim = pharmacyClaim(await next())
      const { authorizationId: id } = await sent(claim)
      if (!id) throw new Error('A claim of the fixture raised no request.')
      const { status, body } = await (
        await visitor(username)
      ).ask(decision.approve, { id, version: 1, supersede: true })
      if (status !== 200 || !body.priorAuth)
        throw new Error(`An approval of the fixture was refused: ${status} ${JSON.stringify(body)}`)
      const { startDate, endDate } = body.priorAuth
      return { claim, id, nabp: claim.pharmacyNabp!, startDate, endDate }
    }
    const handed = async (to: 'clinical' | 'ur', id: string) => {
      const { status, body } = await (await visitor(username)).ask(decision.move, { id, status: to, version: 1 })
      if (status !== 200) throw new Error(`A move of the fixture was refused: ${status} ${JSON.stringify(body)}`)
      return id
    }
    const place: Place = {
      mc,
      sub,
      group: `${sub}GRP`,
      username,
      userId: idOf(username),
      email: emails.get(username)!,
      routing: { bin: BIN, pcn: PCN, insurance: { groupCode: `${sub}GRP` } },
      claim: async () => pharmacyClaim(await next()),
      request: async () => {
        const { authorizationId } = await sent(pharmacyClaim(await next()))
        if (!authorizationId) throw new Error('A claim of the fixture raised no request.')
        return authorizationId
      },
      moved: async () => moveOwners(api, username, await place.request()),
      extendable: async () => {
        const made = await next()
        await api.db.query(`update wc_claim set juris_state = 'VT' where id = $1`, [
          idOf(`${mc} ${sub} claim ${made.at}`),
        ])
        const { authorizationId } = await sent(pharmacyClaim(made))
        if (!authorizationId) throw new Error('A claim of the fixture raised no request.')
        return authorizationId
      },
      requestOnClaim: async () => claimOfRequest(api, await place.request()),
      decidedOnClaim: async () => claimOfRequest(api, (await place.decided()).id),
      reference: async () =>
        (
          await api.db.query('select reference_number as r from rx_authorization where id = $1', [
            await place.request(),
          ])
        ).rows[0].r as string,
      leave: async () => {
        const id = idOf(`${sub} leave ${(number += 1)}`)
        await api.db.query(
          `insert into out_of_office (mc, id, user_id, start_at, end_at) values ($1, $2, $3, now() + interval '60 days', now() + interval '61 days')`,
          [mc, id, await place.colleague()],
        )
        return id
      },
      twins: async () => {
        const claim = pharmacyClaim(await next())
        const [first, second] = [await sent(claim), await sent({ ...claim, pharmacyNabp: '1043409' })]
        if (!first.authorizationId || !second.authorizationId)
          throw new Error('A claim of the fixture raised no request.')
        return { id: second.authorizationId, other: first.authorizationId }
      },
      claimed: async () => {
        const { at } = await next()
        return { id: idOf(`${mc} ${sub} claim ${at}`), subscriber: `SUB${sub}${at}` }
      },
      draft: async () => {
        const { id } = await place.claimed()
        const { status, body } = await (
          await visitor(username)
        ).ask(newAuthorization.build, { stratusClaimId: id, ndc: anyDrug.ndc, quantity: 60, daysSupply: 30 })
        if (status !== 200) throw new Error(`A draft of the fixture was refused: ${status} ${JSON.stringify(body)}`)
        return body.authorizationId
      },
      review: async () => handed('clinical', await place.request()),
      referred: async () => {
        const id = await place.request()
        // Who writes the review of it is a reviewer licensed where the claim is.
        await api.db.query(
          `update user_carrier w set roles = array(select distinct unnest(w.roles || '{ur_reviewer}')),
               license_states = array(select a.juris_state from rx_authorization a where a.id = $1)
             from app_user u where u.id = w.user_id and u.username = $2`,
          [id, username],
        )
        return handed('ur', id)
      },
      ...priorAuthsOf(api, decide),
      bypass: async () => {
        const { id } = await place.claimed()
        const { status, body } = await (
          await visitor(username)
        ).ask(bypasses.set, {
          claimId: id,
          scope: 'ALL',
          reason: 'DISASTER',
          startDate: dayFrom(0),
          endDate: dayFrom(10),
        })
        if (status !== 200) throw new Error(`A bypass of the fixture was refused: ${status} ${JSON.stringify(body)}`)
        return body.bypass.bypassId
      },
      decided: () => decide().then(({ claim: _, ...decided }) => decided),
      paid: async () => {
        const { claim } = await decide()
        const { status, tcn, rejects } = await sent(claim)
        if (status !== 'P') throw new Error(`A claim of the fixture was not paid: ${JSON.stringify(rejects)}`)
        return tcn
      },
      submittedLastMonth: () => submittedLastMonth(api, place),
      filled: async () => {
        const found = `select stratus_claim_id as "claimId", reference_number as reference, tcn from rx_transaction where tcn = $1`
        return (await api.db.query<Awaited<ReturnType<Place['filled']>>>(found, [await place.paid()])).rows[0]!
      },
      message: async () => {
        const { id, nabp } = await place.decided()
        await api.db.query(
          `with notified as (update pharmacy_callback set status_id = 2, sent_at = now() where authorization_id = $1 and status_id = 1 returning mc, id)
           insert into pharmacy_message (mc, id, nabp, at, reference_number, rx_number, body)
           select notified.mc, notified.id, $2, now(), a.reference_number, a.rx_number,
            jsonb_build_object('messageId', notified.id, 'at', now(), 'nabp', $2::text, 'referenceNumber', a.reference_number, 'rxNumber',
            a.rx_number, 'outcome', 'APPROVED',
             'startDate', null, 'endDate', null, 'oneTime', false, 'maxDays', null, 'maxQty', null, 'priorAuthRef', null, 'text', 'Approved.')
             from notified join rx_authorization a on a.id = $1`,
          [id, nabp],
        )
        return nabp
      },
      unheard: async () => {
        const { id } = await place.decided()
        const { rows } = await api.db.query(
          `update pharmacy_callback set status_id = 5, next_try_at = now() where authorization_id = $1 returning id`,
          [id],
        )
        return rows[0].id
      },
      called: async () => {
        await api.db.query(
          `insert into pharmacy_call select $1, $2, $3, $4, now() - interval '1 day', 'NOT_REACHED', false, null, 0`,
          [mc, randomUUID(), await place.unheard(), idOf(username)],
        )
      },
      unkeyed: async () => {
        const { id } = await place.decided()
        const { rows } = await api.db.query(
          `update prior_auth set status_id = 1 where authorization_id = $1 returning id`,
          [id],
        )
        return rows[0].id
      },
      newcomer: async () => {
        number += 1
        const name = `${sub.toLowerCase()}new${number}`
        const email = `${name.slice(2)}@newcomers.example`
        await api.db.query(
          `insert into invitation (mc, id, email, first_name, last_name, roles, invited_by, invited_by_name, created_at, expires_at)
           values ($1, $2, $3, 'New', 'Comer', '{adjuster}', $4, 'Somebody', now(), now() + interval '1 day')`,
          [mc, randomUUID(), email, idOf(username)],
        )
        return { token: tokenOf(name), name, email }
      },
      letter: async () => {
        const { status, body } = await (
          await visitor(username)
        ).ask(letters.email, { authorizationId: await place.request(), version: 1, to: ['office@clinic.example'] })
        if (status !== 200) throw new Error(`A letter of the fixture was refused: ${status} ${JSON.stringify(body)}`)
        const { rows: found } = await api.db.query(
          'select l.sent_document_id as document, o.body from lomn_request l join outside_message o on o.id = l.message_id where l.id = $1',
          [body.lomnId],
        )
        const code = /letter#(\S+)/.exec(found[0].body as string)![1]!
        return { id: body.lomnId, reference: body.referenceNumber, code, documentId: found[0].document as string }
      },
      order: async () => fileOrder(api.db, await place.request()),
      filed: async () => fileBill(api.db, await place.paid()),
      ...chatsOf(api, () => place),
      ...colleaguesOf(api, () => place),
      feed: () => feedOf(api.db, place.mc),
      ...mergesOf(
        () => visitor(username),
        () => place.claimed(),
      ),
      span: async () => spanOf(api.db, (await place.claimed()).id),
      noted: async () => writeNote(await visitor(username), { mc, sc: sub, claimId: (await place.claimed()).id }),
      waitingFact: async () => denyAhead(await visitor(username), (await place.claimed()).id),
      relative: async () => addRelative(await visitor(username), (await place.claimed()).id),
      determined: async () => {
        const id = await place.request()
        const { status, body } = await (
          await visitor(username)
        ).ask(determinations.record, {
          id,
          version: 1,
          kind: 'BOARD',
          authority: 'The board',
          number: 'B-1',
          determinedOn: dayFrom(-2),
          result: 'DENIED',
        })
        if (status !== 200) throw new Error(`An order of the fixture was refused: ${status} ${JSON.stringify(body)}`)
        return { id, determinationId: body.determinationId }
      },
      contact: async () => {
        const { id: claimId } = await place.claimed()
        const { status, body } = await (
          await visitor(username)
        ).ask(contactNotes.add, {
          claimId,
          contactType: 'PHONE',
          callerRole: 'PHARMACY',
          callerName: 'Kim at the counter',
          callerEmail: 'counter@pharmacy.example',
          reason: 'auth',
          text: 'Why was it stopped?',
        })
        if (status !== 200) throw new Error(`A contact of the fixture was refused: ${status} ${JSON.stringify(body)}`)
        const id = body.note.claimContactNoteId
        const { rows: found } = await api.db.query(
          'select o.body from claim_contact_note n join outside_message o on o.id = n.survey_message_id where n.id = $1',
          [id],
        )
        return { id, claimId, code: /survey#(\S+)/.exec(found[0].body as string)![1]! }
      },
      openedInEmergency: async () => openInEmergency(api.db, { mc, username, claimId: (await place.claimed()).id }),
      dissatisfied: async () => {
        const { id, code } = await place.contact()
        await rateLow(api, { id, code })
        return id
      },
      ...notices(api, { mc, userId: idOf(username) }),
      ...administration(api, { mc, sub, userId: idOf(username), colleague: () => place.colleague() }),
      arrived: async () => {
        const { id, code } = await place.letter()
        const { status, body } = await api.anonymous.ask(letters.respond, {
          token: code,
          answers: ['', 'Ibuprofen for six weeks, without effect', 'Because it helps'],
          signedBy: 'Ansel Hawthorne',
          attested: true,
        })
        if (status !== 200) throw new Error(`An answer of the fixture was refused: ${status} ${JSON.stringify(body)}`)
        return id
      },
      faxed: async () => {
        const { status, body } = await (
          await visitor(username)
        ).ask(letters.fax, { authorizationId: await place.request(), version: 1, faxNumber: '8135550151' })
        if (status !== 200) throw new Error(`A fax of the fixture was refused: ${status} ${JSON.stringify(body)}`)
        return body.faxJobId!
      },
      mailed: async () => mailTo(api.db, await place.request()),
      texted: async () => {
        const { id } = await place.claimed()
        const mobile = `813555${String(number).padStart(4, '0')}`
        return { messageId: await textTo(api.db, id, mobile), mobile, claimId: id }
      },
      preview: async () => {
        const { status, body } = await (
          await visitor(username)
        ).ask(letters.preview, { referenceNumber: await place.reference() })
        if (status !== 200) throw new Error(`A preview of the fixture was refused: ${status} ${JSON.stringify(body)}`)
        return body.previewUrl.split('/').at(-1)!
      },
      session: async () => {
        const id = randomUUID()
        await api.db.query(
          `insert into session (id, token_hash, user_id, mc, started_at, expires_at, idle_seconds, last_activity_at)
           values ($1, $4, $2, $3, now(), now() + interval '12 hours', 900, now())`,
          [id, idOf(username), mc, randomBytes(32)],
        )
        return id
      },
      relay: async () => {
        const id = randomUUID()
        await api.db.query(`select keep_sso_relay($1, sha256($2::bytea), 'signed', 'state', $3, false, now())`, [
          id,
          Buffer.from(browser),
          hub,
        ])
        return id
      },
    }
    return place
  }

  const kept = new Map<string, Place>()
  const same = (sub: Place['sub']): Place => {
    const known = kept.get(sub)
    if (known) return known
    const steady = steadyPlace(fresh(sub))
    kept.set(sub, steady)
    return steady
  }
  return {
    api,
    fresh,
    same,
    idIn,
    close: async () => {
      await api.close()
      await countRequests()
    },
  }
}
