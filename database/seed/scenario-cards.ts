import type { CardClaim } from './cards.ts'
import { type Scene, waits } from './cards.ts'
import { settle } from './holds.ts'
import { type Submitted, submit } from './submissions.ts'
import { type Hold, type Open, play } from './tale.ts'
import { approve } from './verdicts.ts'

// What scenario cards are made of: a claim, and how a fill of it goes.

export const minute = 60_000
export const hour = 60 * minute

/** A scenario card: the claim it is about, perhaps a second one of the same worker, and what happens on them. */
export type Card = { claim: CardClaim; more?: CardClaim; tell(scene: Scene, more: Scene | null): void }

/** A claim of Northwind Mutual, in the unit of its state. */
export const nwm = (
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
/** A fill that must stop and stay open; the card would be pointless otherwise. */
export function stops(scene: Scene, fill: ReturnType<Scene['fill']>, hold: Hold = waits): Open {
  const made = submit(scene.tale, scene.claim, fill, fill.ms, true, hold)
  if (!made.raised)
    throw new Error(`Card ${scene.claim.card}: ${JSON.stringify(made.adjudication.codes)} raised nothing.`)
  settle(scene.tale, made.raised)
  return made.raised
}

/** A fill that must pay. */
export function pays(scene: Scene, fill: ReturnType<Scene['fill']>): Submitted {
  const made = submit(scene.tale, scene.claim, fill, fill.ms, true)
  if (made.adjudication.outcome !== 'P') {
    throw new Error(
      `Card ${scene.claim.card}: ${fill.product} answered ${JSON.stringify(made.adjudication.rejects.map((one) => one.message))}.`,
    )
  }
  return made
}

/** A fill that stops, is approved an hour later by the owner, and pays on the second try. */
export function approvedFill(
  scene: Scene,
  fill: ReturnType<Scene['fill']>,
  input: Parameters<typeof approve>[4]['input'] = {},
): Submitted {
  const { tale, claim } = scene
  const { raised, adjudication } = submit(tale, claim, fill, fill.ms, true, waits)
  if (!raised) throw new Error(`Card ${claim.card}: ${JSON.stringify(adjudication.codes)} raised nothing.`)
  const owner = tale.setting.person(claim.row.owner_id!, claim.row.mc)
  const attempt = approve(tale, raised, owner, fill.ms + hour, { reasonId: 1, input })
  if (!('done' in attempt)) throw new Error(`Card ${claim.card}: ${JSON.stringify(attempt)}.`)
  const again = { ...fill, ms: fill.ms + 2 * hour }
  play(tale, again.ms) // where support keys prior authorizations, it has done so by then
  return pays(scene, again)
}

/** A fill that pays: at once, or after a pharmacist has cleared whatever the engine asked about. */
export function granted(
  scene: Scene,
  fill: ReturnType<Scene['fill']>,
  clinicianIds: readonly string[],
  note = 'Spoke with all four prescribers; nobody had known of the others. Rita Chen agreed.',
): void {
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
      input: {
        safetyRejectEnabled: true,
        safetyAck: 'Reviewed with the prescribers; a taper is planned.',
        note,
      },
    })
    done = 'done' in attempt
    left = others
  }
  const again = { ...fill, ms: fill.ms + 2 * hour }
  play(tale, again.ms)
  pays(scene, again)
}
