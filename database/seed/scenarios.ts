import { addDays } from '#platform/dates/day.ts'
import { bypassWords } from '#features/bypasses/rules.ts'
import { dateIn, iso } from './calendar.ts'
import type { CardClaim, Table } from './cards.ts'
import { cardClaim, Scene, waits } from './cards.ts'
import type { Claim } from './claim-rows.ts'
import { expire } from './lapses.ts'
import { advise, receivedAt, settle } from './holds.ts'
import { receiveLetter, sendLetter } from './letters.ts'
import { mailExaminer, textWorker } from './outward.ts'
import { scanReceipt } from './papers.ts'
import type { Submitted } from './submissions.ts'
import { reverse, submit } from './submissions.ts'
import type { Hold, Ledger, Open, Tale } from './tale.ts'
import { play } from './tale.ts'
import { placeOf } from './places.ts'
import { taleOf } from './tales.ts'
import { approve } from './verdicts.ts'
import { climb, deem } from './clockwork.ts'

const minute = 60_000
const hour = 60 * minute

// The scenario cards, as far as the present tables reach, each on its claim DEMO-nnn.

type Card = { claim: CardClaim; more?: CardClaim; tell(scene: Scene, more: Scene | null): void }

/** A fill that must stop and stay open; the card would be pointless otherwise. */
function stops(scene: Scene, fill: ReturnType<Scene['fill']>, hold: Hold = waits): Open {
  const made = submit(scene.tale, scene.claim, fill, fill.ms, true, hold)
  if (!made.raised)
    throw new Error(`Card ${scene.claim.card}: ${JSON.stringify(made.adjudication.codes)} raised nothing.`)
  settle(scene.tale, made.raised)
  return made.raised
}

/** A fill that must pay. */
function pays(scene: Scene, fill: ReturnType<Scene['fill']>): Submitted {
  const made = submit(scene.tale, scene.claim, fill, fill.ms, true)
  if (made.adjudication.outcome !== 'P') {
    throw new Error(
      `Card ${scene.claim.card}: ${fill.product} answered ${JSON.stringify(made.adjudication.rejects.map((one) => one.message))}.`,
    )
  }
  return made
}

/** A fill that stops, is approved an hour later by the owner, and pays on the second try. */
function approvedFill(
  scene: Scene,
  fill: ReturnType<Scene['fill']>,
  asked: Parameters<typeof approve>[4]['asked'] = {},
): Submitted {
  const { tale, claim } = scene
  const { raised, adjudication } = submit(tale, claim, fill, fill.ms, true, waits)
  if (!raised) throw new Error(`Card ${claim.card}: ${JSON.stringify(adjudication.codes)} raised nothing.`)
  const owner = tale.setting.person(claim.row.owner_id!, claim.row.mc)
  const attempt = approve(tale, raised, owner, fill.ms + hour, { reasonId: 1, asked })
  if (!('done' in attempt)) throw new Error(`Card ${claim.card}: ${JSON.stringify(attempt)}.`)
  const again = { ...fill, ms: fill.ms + 2 * hour }
  play(tale, again.ms) // where support keys permissions, it has done so by then
  return pays(scene, again)
}

/** A fill that pays: at once, or after a pharmacist has cleared whatever the engine asked about. */
function granted(scene: Scene, fill: ReturnType<Scene['fill']>, clinicianIds: readonly string[]): void {
  const { tale, claim } = scene
  play(tale, fill.ms)
  const { raised, adjudication } = submit(tale, claim, fill, fill.ms, true, waits)
  if (adjudication.outcome === 'P') return
  if (!raised) throw new Error(`Card ${claim.card}: ${fill.product} answered ${adjudication.codes.join()}.`)
  let left = [...clinicianIds]
  let ms = fill.ms + hour
  for (let done = false; !done; ms += 10 * minute) {
    const [id, ...others] = left
    if (id === undefined)
      throw new Error(`Card ${claim.card}: nobody clears ${raised.row.reject_codes.join()} of ${fill.product}.`)
    const attempt = approve(tale, raised, tale.setting.person(id, claim.row.mc), ms, {
      reasonId: 1,
      asked: {
        safetyRejectEnabled: true,
        safetyAck: 'Reviewed with the prescribers; a taper is planned.',
        note: 'Spoke with all four prescribers; nobody had known of the others. Rita Chen agreed.',
      },
    })
    done = 'done' in attempt
    left = others
  }
  const again = { ...fill, ms: fill.ms + 2 * hour }
  play(tale, again.ms)
  pays(scene, again)
}

const nwm = (
  card: number,
  juris: string,
  injury: string,
  ageDays: number,
  owner: string,
  change: Partial<CardClaim> = {},
): CardClaim => ({
  card,
  mc: 'NWM',
  sub: ['CA', 'WA', 'AZ', 'OR'].includes(juris) ? 'NWM01' : ['NY', 'NJ', 'PA'].includes(juris) ? 'NWM02' : 'NWM03',
  juris,
  injury,
  ageDays,
  owner,
  ...change,
})

function cards(table: Table): Card[] {
  const { setting } = table
  const { today } = setting
  // Who stands at the counter now may stand there on another day than the office's.
  const counterDay = dateIn(setting.nowMs - 11 * minute, placeOf('GA').zone)
  return [
    {
      // 1: New York, not accepted yet, first opioid fill of ten days.
      claim: nwm(1, 'NY', 'knee sprain', 6, 'dana.ruiz', {
        name: { first: 'Maria', middle: 'L', last: 'Orchardson', gender: 'F' },
        claim: { compensability: 'PENDING', accepted_date: null },
      }),
      tell: (scene) => void stops(scene, scene.fill(scene.ago(26), 'Oxycodone-acetaminophen 5-325 mg tablet', 60, 10)),
    },
    {
      // 2: California, certified as urgent (72 hours), at level 2, five hours before the law's time; only a physician may deny.
      claim: {
        card: 2,
        mc: 'CSC',
        sub: 'CSC01',
        juris: 'CA',
        injury: 'lumbar disc',
        ageDays: 640,
        owner: 'lee.park',
      },
      tell(scene) {
        const ms = scene.ago(67 * 60)
        stops(scene, scene.fill(ms, 'Pregabalin 150 mg capsule', 60, 30, { ms, certified: true }))
      },
    },
    {
      // 3: a stable drug nine days before it is due.
      claim: nwm(3, 'GA', 'lumbar disc', 900, 'dana.ruiz'),
      tell(scene) {
        for (const days of [134, 104, 74, 44])
          pays(scene, scene.fill(scene.day(days), 'Duloxetine 60 mg delayed-release capsule', 30, 30))
        pays(scene, scene.fill(scene.day(14), 'Duloxetine 60 mg delayed-release capsule', 30, 30))
        stops(scene, scene.fill(scene.ago(95), 'Duloxetine 60 mg delayed-release capsule', 30, 30))
      },
    },
    {
      // 4: opioid, benzodiazepine and carisoprodol at once; the pharmacist wants to talk to the prescriber.
      claim: nwm(4, 'FL', 'neck strain', 480, 'dana.ruiz'),
      tell(scene) {
        approvedFill(scene, scene.fill(scene.day(20), 'Carisoprodol 350 mg tablet', 90, 30))
        approvedFill(scene, scene.fill(scene.day(12), 'Alprazolam 0.5 mg tablet', 60, 30))
        const open = stops(scene, scene.fill(scene.ago(200), 'Oxycodone 5 mg tablet', 28, 7))
        open.hold = {
          state: 'advised',
          advice: {
            action: 'P2P',
            rationale:
              'Opioid, benzodiazepine and carisoprodol together: I have asked the prescriber for a call before anything is filled.',
          },
        }
        advise(scene.tale, open, scene.tale.setting.person(scene.claim.row.owner_id!, 'NWM'), scene.ago(150))
      },
    },
    {
      // 5: a compound cream of 900 dollars; a supervisor decides.
      claim: nwm(5, 'TX', 'shoulder strain', 300, 'dana.ruiz'),
      tell(scene) {
        const compound = [
          { product: 'Ketamine, bulk 100 % powder', quantity: 8, cost: 330 },
          { product: 'Menthol-methyl salicylate-capsaicin 10-20-0.035 % cream', quantity: 30, cost: 300 },
          { product: 'Lidocaine, bulk 100 % powder', quantity: 6, cost: 190 },
          { product: 'Transdermal cream base 100 % cream', quantity: 78, cost: 80 },
        ]
        stops(
          scene,
          scene.fill(scene.ago(170), 'Ketamine, bulk 100 % powder', 120, 30, {
            compound,
            charge: 900,
            deliveryType: 8,
          }),
        )
      },
    },
    {
      // 6: the claim ended yesterday and the worker stands at the counter.
      claim: nwm(6, 'GA', 'knee sprain', 420, 'dana.ruiz', {
        claim: { status: 'CLOSED', closed_date: addDays(counterDay, -1) },
      }),
      tell(scene) {
        pays(scene, scene.fill(scene.day(33), 'Meloxicam 15 mg tablet', 30, 30))
        stops(scene, scene.fill(scene.ago(11), 'Meloxicam 15 mg tablet', 30, 30))
      },
    },
    {
      // 7: a federal worker's twenty-ninth day on an opioid without the letter (FECA Bulletin 19-04).
      claim: {
        card: 7,
        mc: 'FDW',
        sub: 'FDW01',
        juris: 'US-FECA',
        homeState: 'FL',
        injury: 'lumbar strain',
        ageDays: 75,
        owner: 'fed.jones',
      },
      tell(scene) {
        for (const days of [28, 21, 14, 7])
          pays(scene, scene.fill(scene.day(days), 'Hydrocodone-acetaminophen 5-325 mg tablet', 28, 7))
        stops(scene, scene.fill(scene.ago(75), 'Hydrocodone-acetaminophen 5-325 mg tablet', 90, 30))
      },
    },
    {
      // 8: the letter came and nobody has read it.
      claim: nwm(8, 'IL', 'rotator cuff', 380, 'dana.ruiz'),
      tell(scene) {
        const { tale, claim } = scene
        const ms = receivedAt(tale, claim, 'old') ?? scene.ago(20 * 60)
        const open = stops(scene, scene.fill(ms, 'Lidocaine 5 % ointment', 50, 30))
        const owner = tale.setting.person(claim.row.owner_id!, 'NWM')
        const asked = Date.parse(open.row.request_received_at) + 50 * minute
        receiveLetter(tale, open, sendLetter(tale, open, owner, asked), scene.ago(52))
      },
    },
    {
      // 9: the worker paid cash and sent the receipt.
      claim: nwm(9, 'NJ', 'ankle sprain', 210, 'lee.park'),
      tell(scene) {
        const { tale, claim } = scene
        const bill = scene.fill(scene.ago(300), 'Diclofenac 1.5 % topical solution', 150, 30, {
          channel: 7,
          deliveryType: 9,
        })
        const sent = submit(tale, claim, bill, bill.ms, true, waits)
        if (!sent.raised) throw new Error('Card 9 raised nothing.')
        scanReceipt(tale, sent, sent.raised, bill.ms)
        settle(tale, sent.raised)
      },
    },
    {
      // 10: a clinic code that was deleted on 1 April 2024.
      claim: nwm(10, 'NC', 'knee sprain', 150, 'lee.park'),
      tell(scene) {
        const bill = scene.fill(scene.day(9), '', 1, 1, {
          channel: 8,
          deliveryType: 6,
          hcpcs: { code: 'J1030', units: 1 },
        })
        submit(scene.tale, scene.claim, bill, bill.ms, true)
      },
    },
    {
      // 11: a prescriber on the carrier's block list.
      claim: nwm(11, 'FL', 'lumbar strain', 260, 'dana.ruiz'),
      tell(scene) {
        stops(scene, scene.fill(scene.ago(130), 'Meloxicam 15 mg tablet', 30, 30, { npi: table.blockedNpi }))
      },
    },
    {
      // 12: the prescriber insists on the brand.
      claim: nwm(12, 'PA', 'lumbar disc', 520, 'dana.ruiz'),
      tell: (scene) =>
        void stops(scene, scene.fill(scene.ago(210), 'Celecoxib 200 mg capsule', 30, 30, { brand: true, daw: '1' })),
    },
    {
      // 13: four days of silence in New York; the law approved last night.
      claim: nwm(13, 'NY', 'shoulder strain', 330, 'dana.ruiz'),
      tell(scene) {
        const { tale, claim } = scene
        const ms = scene.day(5, 10)
        const { raised } = submit(tale, claim, scene.fill(ms, 'Eszopiclone 3 mg tablet', 30, 30), ms, true, waits)
        if (!raised) throw new Error('Card 13 raised nothing.')
        climb(tale, raised, Date.parse(raised.row.statutory_due_at))
        deem(tale, raised, Date.parse(raised.row.statutory_due_at) + 41_000)
      },
    },
    {
      // 14: the same drug from two pharmacies, pending twice.
      claim: nwm(14, 'OH', 'lumbar disc', 700, 'dana.ruiz'),
      tell(scene) {
        stops(scene, scene.fill(scene.ago(280), 'Metaxalone 800 mg tablet', 90, 30))
        stops(scene, scene.fill(scene.ago(110), 'Metaxalone 800 mg tablet', 90, 30, { nabp: scene.routine.otherNabp }))
      },
    },
    {
      // 15: the owner is away; the delegate has it.
      claim: nwm(15, 'MI', 'rotator cuff', 410, table.awayUsername),
      tell: (scene) => void stops(scene, scene.fill(scene.ago(85), 'Lidocaine 5 % ointment', 50, 30)),
    },
    {
      // 16: two fills were granted and both are used.
      claim: nwm(16, 'VA', 'concussion', 350, 'dana.ruiz'),
      tell(scene) {
        approvedFill(scene, scene.fill(scene.day(62), 'Zolpidem 10 mg tablet', 30, 30), {
          oneTimeFill: false,
          paMaxFill: 2,
          endDate: addDays(today, 25),
        })
        pays(scene, scene.fill(scene.day(31), 'Zolpidem 10 mg tablet', 30, 30))
        stops(scene, scene.fill(scene.ago(160), 'Zolpidem 10 mg tablet', 30, 30))
      },
    },
    {
      // 17: nothing in a wrist explains it.
      claim: nwm(17, 'TX', 'carpal tunnel', 240, 'dana.ruiz', {
        name: { first: 'Hector', last: 'Cordwainer', gender: 'M' },
      }),
      tell: (scene) => void stops(scene, scene.fill(scene.ago(230), 'Sildenafil 50 mg tablet', 6, 30)),
    },
    {
      // 18: hurt twice; the older claim is closed.
      claim: nwm(18, 'NJ', 'knee sprain', 160, 'lee.park'),
      more: nwm(18, 'NJ', 'hand laceration', 900, 'lee.park', {
        claimNumber: 'DEMO-018-1',
        claim: { status: 'CLOSED', closed_date: addDays(today, -500) },
      }),
      tell(scene, older) {
        pays(older!, older!.fill(older!.day(895), 'Cephalexin 500 mg capsule', 28, 7))
        pays(scene, scene.fill(scene.day(100), 'Naproxen 500 mg tablet', 60, 30))
        stops(scene, scene.fill(scene.ago(340), 'Temazepam 30 mg capsule', 30, 30))
      },
    },
    {
      // 19: after a hurricane, early refills pay.
      claim: nwm(19, 'FL', 'lumbar disc', 610, 'lee.park'),
      tell(scene) {
        const { tale, claim } = scene
        const bypass = {
          mc: 'NWM',
          id: tale.random.id(scene.day(6)),
          sub_carrier: claim.row.sub_carrier,
          stratus_claim_id: claim.row.id,
          scope_prefix: '',
          reason: 'DISASTER' as const,
          codes: ['79', '75', '76', '7X', '40', '70'],
          start_date: addDays(today, -6),
          end_date: addDays(today, 24),
          max_fills: 5,
          max_cost_per_fill: 500,
          fills_used: 0,
          status: 'ACTIVE' as const,
        }
        pays(scene, scene.fill(scene.day(15), 'Gabapentin 300 mg capsule', 90, 30))
        tale.bypasses.push(bypass)
        tale.ledger.bypasses.push(bypass)
        const supervisor = tale.setting.person(table.id('sam.okafor'), 'NWM')
        tale.ledger.bypassEvents.push({
          mc: 'NWM',
          id: tale.random.id(scene.day(6, 9)),
          bypass_id: bypass.id,
          stratus_claim_id: claim.row.id,
          at: iso(scene.day(6, 9)),
          action: 'SET',
          actor_id: supervisor.id,
          actor_name: supervisor.name,
          detail: bypassWords({
            prefix: '',
            reason: bypass.reason,
            startDate: bypass.start_date,
            endDate: bypass.end_date,
            maxFills: bypass.max_fills,
            maxCostPerFill: bypass.max_cost_per_fill,
            codes: bypass.codes,
            note: 'Pharmacies along the coast are closed after the hurricane',
          }),
        })
        pays(scene, scene.fill(scene.day(4), 'Gabapentin 300 mg capsule', 90, 30))
      },
    },
    {
      // 20: the pharmacy reversed the only fill; it may be filled again.
      claim: nwm(20, 'NC', 'lumbar strain', 280, 'lee.park'),
      tell(scene) {
        const filled = approvedFill(scene, scene.fill(scene.day(5), 'Eszopiclone 3 mg tablet', 30, 30), {
          oneTimeFill: true,
        })
        reverse(scene.tale, filled.row, scene.day(3, 15))
      },
    },
    {
      // 21: much at once, from several hands, and rising: the care risk score is severe.
      claim: nwm(21, 'TN', 'lumbar disc', 2400, 'lee.park'),
      tell(scene) {
        const { routine } = scene
        // Some of them across the border, where a state has few.
        const around = ['TN', 'GA', 'NC', 'TX']
        const counters = around.flatMap((state) => table.directory.nearby(state).counters)
        const others = around
          .flatMap((state) => table.directory.registered(state, 'NWM', scene.claim.injury.specialties))
          .map((row) => row.npi)
          .filter((npi) => npi !== routine.npi)
        const from = (npi: string | undefined, nabp: string | undefined) => ({
          npi: npi ?? routine.npi,
          nabp: nabp ?? routine.nabp,
        })
        const [family, pain, surgeon, psychiatrist] = [
          from(routine.npi, routine.nabp),
          from(
            others[0],
            counters.find((one) => one !== routine.nabp),
          ),
          from(others[1], routine.nabp),
          from(
            others[2],
            counters.findLast((one) => one !== routine.nabp),
          ),
        ]
        const months = [
          ['Gabapentin 600 mg tablet', 90, 30, [165, 135, 105, 75, 45, 15], family],
          ['Duloxetine 60 mg delayed-release capsule', 30, 30, [160, 130, 100, 70, 40, 10], family],
          ['Oxycodone 10 mg tablet', 28, 7, [54], surgeon],
          ['Oxycodone 10 mg tablet', 120, 30, [46, 16], surgeon],
          ['Cyclobenzaprine 10 mg tablet', 90, 30, [62, 32, 2], family],
          ['Oxycodone ER 20 mg extended-release tablet', 60, 30, [24], pain],
          ['Alprazolam 0.5 mg tablet', 60, 30, [50, 20], psychiatrist],
          ['Zolpidem 10 mg tablet', 30, 30, [48, 18], psychiatrist],
          ['Omeprazole 20 mg delayed-release capsule', 30, 30, [46, 16], family],
        ] as const
        const fills = months.flatMap(([product, quantity, days, ago, who]) =>
          ago.map((day) => ({ product, quantity, days, day, who })),
        )
        for (const { product, quantity, days, day, who } of fills.toSorted((a, b) => b.day - a.day))
          granted(scene, scene.fill(scene.day(day), product, quantity, days, who), [
            table.id('omar.diaz'),
            table.id('rita.chen'),
          ])
      },
    },
    {
      // 22: gets text messages in Spanish.
      claim: nwm(22, 'FL', 'hand burn', 25, 'lee.park', {
        name: { first: 'Rosario', last: 'Aguaclara', gender: 'F' },
        language: 'es',
        subscribed: true,
      }),
      tell(scene) {
        const { tale, claim } = scene
        pays(scene, scene.fill(scene.day(5), 'Silver sulfadiazine 1 % cream', 60, 10))
        const open = stops(scene, scene.fill(scene.ago(140), 'Lidocaine 5 % ointment', 50, 30))
        textWorker(tale, open, claim, 'raised', scene.ago(139))
      },
    },
    {
      // 23: the examiner's federal claim.
      claim: {
        card: 23,
        mc: 'FDW',
        sub: 'FDW01',
        juris: 'US-FECA',
        homeState: 'CA',
        injury: 'shoulder strain',
        ageDays: 500,
        owner: 'fed.jones',
      },
      tell(scene) {
        const { tale, claim } = scene
        const asked = scene.fill(scene.day(75), 'Eszopiclone 3 mg tablet', 30, 30)
        const { raised } = submit(tale, claim, asked, asked.ms, true)
        // Nobody decided for thirty days, and the programme knows no approval by silence.
        if (raised) expire(tale, raised, asked.ms + 30 * 24 * hour)
        pays(scene, scene.fill(scene.day(40), 'Naproxen 500 mg tablet', 60, 30))
        const open = stops(scene, scene.fill(scene.ago(250), 'Lidocaine 5 % ointment', 50, 30))
        const examiner = tale.setting.person(claim.row.owner_id!, 'FDW')
        mailExaminer(
          tale,
          open,
          claim,
          examiner,
          'Please tell us whether the accepted condition still needs this.',
          scene.ago(190),
        )
      },
    },
    {
      // 24: a name with apostrophe and hyphen, and a birthday today.
      claim: nwm(24, 'NY', 'ankle sprain', 95, 'lee.park', {
        name: { first: 'Siobhán', middle: 'M', last: 'O’Dwyer-Finch', gender: 'F' },
        dob: `${Number(today.slice(0, 4)) - 41}${today.slice(4) === '-02-29' ? '-02-28' : today.slice(4)}`,
      }),
      tell: (scene) =>
        void stops(scene, scene.fill(scene.ago(150), 'Naproxen-esomeprazole 500-20 mg delayed-release tablet', 60, 30)),
    },
    {
      // 25: a history that takes many pages.
      claim: nwm(25, 'PA', 'lumbar disc', 2300, 'lee.park'),
      tell(scene) {
        const drugs = [
          ['Ibuprofen 600 mg tablet', 21, 7],
          ['Gabapentin 300 mg capsule', 21, 7],
          ['Senna-docusate 8.6-50 mg tablet', 14, 7],
          ['Acetaminophen 500 mg tablet', 28, 7],
          ['Nortriptyline 25 mg capsule', 7, 7],
        ] as const
        const weeks = setting.size === 'test' ? 24 : 120
        // Every Monday; the last of them was a week ago at most.
        const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7 || 7
        for (let week = weeks; week >= 1; week -= 1) {
          drugs.forEach(([product, quantity, days], index) => {
            const ms = scene.day(week * 7 - 7 + sinceMonday, 9 + index)
            submit(scene.tale, scene.claim, scene.fill(ms, product, quantity, days), ms, true)
          })
        }
      },
    },
  ]
}

/** Tells all cards; their people and claims join the others. */
export function tellCards(table: Table, ledger: Ledger): { tales: Tale[]; claims: Claim[] } {
  const tales: Tale[] = []
  const claims: Claim[] = []
  for (const card of cards(table)) {
    const claim = cardClaim(table, card.claim)
    const more = card.more ? cardClaim(table, card.more, claim) : null
    const own = more ? [claim, more] : [claim]
    const tale = taleOf(table.setting, ledger, own)
    card.tell(new Scene(tale, claim, table.directory), more ? new Scene(tale, more, table.directory) : null)
    play(tale)
    tales.push(tale)
    claims.push(...own)
  }
  return { tales, claims }
}
