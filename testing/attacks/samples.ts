import { partsOf } from '../../feature-parts.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import type { Place } from './place.ts'
import type { AnySample } from './sample.ts'

const parts = await partsOf<{ samples: Record<string, AnySample> }>('samples.ts')
const samples: Record<string, AnySample> = Object.assign({}, ...parts.map((part) => part.samples))

/** The sample of a call in a place; a call that has none cannot be attacked, and that is a failure. */
export async function sampleOf(call: AnyCall, place: Place): Promise<Record<string, unknown>> {
  const sample = samples[call.name]
  if (!sample) throw new Error(`The call ${call.name} has no sample: write one into the samples.ts of its feature.`)
  return sample(place)
}
