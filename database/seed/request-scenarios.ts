import { addDays } from '#platform/dates/day.ts'
import { dateIn } from './calendar.ts'
import { type Table, waits } from './cards.ts'
import { advise, receivedAt, settle } from './holds.ts'
import { receiveLetter, sendLetter } from './letters.ts'
import { scanReceipt } from './papers.ts'
import { submit } from './submissions.ts'
import { placeOf } from './places.ts'
import { climb, deem } from './clockwork.ts'
import { type Card, approvedFill, granted, minute, nwm, pays, stops } from './scenario-cards.ts'

// The scenario cards of requests that wait for somebody, or that the law has just decided.

/** Cards 1 to 15. */
export function requestCards(table: Table): Card[] {
  const { setting } = table
  // A pharmacy that is open now may have another calendar day than the office.
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
        granted(
          scene,
          scene.fill(scene.day(12), 'Alprazolam 0.5 mg tablet', 60, 30),
          [table.id('omar.diaz')],
          'Both are to be taken for two weeks.',
        )
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
          { product: 'Ketamine, bulk 100% powder', quantity: 8, cost: 330 },
          { product: 'Menthol-methyl salicylate-capsaicin 10%-20%-0.035% cream', quantity: 30, cost: 300 },
          { product: 'Lidocaine, bulk 100% powder', quantity: 6, cost: 190 },
          { product: 'Transdermal cream base 100% cream', quantity: 78, cost: 80 },
        ]
        stops(
          scene,
          scene.fill(scene.ago(170), 'Ketamine, bulk 100% powder', 120, 30, {
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
        const open = stops(scene, scene.fill(ms, 'Lidocaine 5% ointment', 50, 30))
        const owner = tale.setting.person(claim.row.owner_id!, 'NWM')
        const sentMs = Date.parse(open.row.request_received_at) + 50 * minute
        receiveLetter(tale, open, sendLetter(tale, open, owner, sentMs), scene.ago(52))
      },
    },
    {
      // 9: the worker paid cash and sent the receipt.
      claim: nwm(9, 'NJ', 'ankle sprain', 210, 'lee.park'),
      tell(scene) {
        const { tale, claim } = scene
        const bill = scene.fill(scene.ago(300), 'Diclofenac 1.5% topical solution', 150, 30, {
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
      // 11: a prescriber on the carrier's block list, sent again with another amount.
      claim: nwm(11, 'FL', 'lumbar strain', 260, 'dana.ruiz'),
      tell(scene) {
        const fill = scene.fill(scene.ago(130), 'Meloxicam 15 mg tablet', 15, 15, { npi: table.blockedNpi })
        stops(scene, fill)
        // The pharmacy sends it again for a month.
        const again = { ...fill, ms: scene.ago(26), quantity: 30, days: 30 }
        submit(scene.tale, scene.claim, again, again.ms, true)
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
      tell: (scene) => void stops(scene, scene.fill(scene.ago(85), 'Lidocaine 5% ointment', 50, 30)),
    },
  ]
}
