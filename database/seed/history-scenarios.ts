import { addDays } from '#platform/dates/day.ts'
import { bypassWords, scopeWords } from '#features/bypasses/rules.ts'
import { iso } from './calendar.ts'
import type { Table } from './cards.ts'
import { expire } from './lapses.ts'
import { mailExaminer, textWorker } from './outward.ts'
import { reverse, submit } from './submissions.ts'
import { type Card, approvedFill, granted, hour, nwm, pays, stops } from './scenario-cards.ts'
import { groupPracticeNpi, unregisteredNpi } from './walk-in-rows.ts'

// The scenario cards of workers whose history matters: used-up fills, reversals, old claims, long courses.

/** Cards 16 to 26. */
export function historyCards(table: Table): Card[] {
  const { setting } = table
  const { today } = setting
  return [
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
            drugs: scopeWords('', null),
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
        pays(scene, scene.fill(scene.day(5), 'Silver sulfadiazine 1% cream', 60, 10))
        const open = stops(scene, scene.fill(scene.ago(140), 'Lidocaine 5% ointment', 50, 30))
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
        const billed = scene.fill(scene.day(75), 'Eszopiclone 3 mg tablet', 30, 30)
        const { raised } = submit(tale, claim, billed, billed.ms, true)
        // Nobody decided for thirty days, and the programme knows no approval by silence.
        if (raised) expire(tale, raised, billed.ms + 30 * 24 * hour)
        pays(scene, scene.fill(scene.day(40), 'Naproxen 500 mg tablet', 60, 30))
        const open = stops(scene, scene.fill(scene.ago(250), 'Lidocaine 5% ointment', 50, 30))
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
      // 25: a history that takes many pages, and a first opioid that is long-acting.
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
        // Never an opioid; the first one is to be a long-acting one.
        stops(scene, scene.fill(scene.ago(65), 'Morphine ER 15 mg extended-release tablet', 60, 30))
      },
    },
    {
      // 26: a group practice as prescriber, a DEA registration that has ended, pharmacies outside the networks a bill needs.
      claim: nwm(26, 'OH', 'ankle sprain', 130, 'lee.park'),
      tell(scene) {
        const { tale, claim } = scene
        const named = scene.fill(scene.day(41), 'Naproxen 500 mg tablet', 28, 14)
        submit(tale, claim, { ...named, npi: groupPracticeNpi }, named.ms, true)
        pays(scene, { ...named, ms: named.ms + hour })
        const unregistered = scene.fill(scene.day(36), 'Hydrocodone-acetaminophen 5-325 mg tablet', 12, 3)
        submit(tale, claim, { ...unregistered, npi: unregisteredNpi }, unregistered.ms, true)
        const [byMail] = table.directory.mailOnly
        const mails = { nabp: byMail!, deliveryType: 1 }
        approvedFill(scene, scene.fill(scene.day(26), 'Meloxicam 15 mg tablet', 14, 14, mails))
        const mailed = { nabp: table.directory.specialty[0]!, deliveryType: 2 }
        approvedFill(scene, scene.fill(scene.day(11), 'Acetaminophen 500 mg tablet', 84, 14, mailed))
      },
    },
  ]
}
