import { useEffect, useState } from 'react'
import { drugs } from '#features/drugs/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { priorAuths, type PriorAuthLine } from '#features/prior-auth-maintenance/contract.ts'
import type { Profile } from '#features/patients/contract.ts'
import { ask, asFailed, CallFailed } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { chosenDrug, chosenPharmacy, chosenPrescriber } from './chosen.ts'
import { renewalOf, type Named } from './renewal.ts'
import type { Typed } from './typed.ts'

export type Renewal = { of: PriorAuthLine; typed: Typed }

/** What the directories have of the numbers a prior authorization names. What is not on file there is chosen by hand. */
async function named(of: PriorAuthLine, signal: AbortSignal): Promise<Named> {
  const [medication, pharmacy, prescriber] = await Promise.all([
    of.referenceNumber === null
      ? null
      : ask(newAuthorization.medication, { referenceNumber: of.referenceNumber }, { signal }).catch(unlessMissing),
    of.pharmacyNabp === null ? null : pharmacyOf(of.pharmacyNabp, signal),
    of.prescriberNpi === null ? null : prescriberOf(of.prescriberNpi, signal),
  ])
  const asked = medication?.medication
  const ndc = of.ndc || asked?.ndc
  const key = ndc ? ({ drugSearchKey: 'NDC', drugSearchVal: ndc } as const) : byCode(of.gpiPrefix)
  const drug = await ask(drugs.search, { ...key, page: 0, size: 1 }, { signal })
  const one = drug.content[0]
  return {
    drug: one ? chosenDrug(one) : null,
    pharmacy: pharmacy ? chosenPharmacy(pharmacy) : null,
    prescriber: prescriber ? chosenPrescriber(prescriber) : null,
    asked: asked ? { quantity: asked.quantity, daysSupply: asked.daysSupply } : null,
  }
}

// With the directories, so that the first page does not carry the names of more files.
const pharmacyOf = async (nabp: string, signal: AbortSignal) =>
  (await import('../directory/pharmacies.tsx')).pharmacyByNumber(nabp, signal)
const prescriberOf = async (npi: string, signal: AbortSignal) =>
  (await import('../directory/practitioners.tsx')).prescriberByNumber(npi, signal)

const byCode = (gpi: string) => ({ drugSearchKey: 'GPI', drugSearchVal: gpi }) as const

/** A request that was archived, or is outside one's programs, only leaves its quantity open. */
function unlessMissing(error: unknown): null {
  if (error instanceof CallFailed && error.code === 'NOT_FOUND') return null
  throw error
}

/** The form of the renewal, or the correction, of one prior authorization of the claim; undefined while it is read, or where none was asked for. */
export function useRenewal(profile: Profile, id: string | null, today: string, corrects: boolean) {
  const { masterCarrier, claimId } = profile.patient
  const history = useRead(priorAuths.history, { masterCarrierCode: masterCarrier, claimId }, { off: id === null })
  const of = history.data?.priorAuths.find(({ priorAuthId, kind }) => priorAuthId === id && kind === 'PERMIT')
  const [renewal, setRenewal] = useState<Renewal>()
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    if (!of) return
    const stop = new AbortController()
    named(of, stop.signal).then(
      (found) => setRenewal({ of, typed: renewalOf(of, found, today, corrects) }),
      (error: unknown) => {
        if (!stop.signal.aborted) setFailed(asFailed(error).message)
      },
    )
    return () => stop.abort()
  }, [of, today, corrects])
  return {
    renewal,
    failed:
      failed ??
      history.error?.message ??
      (id !== null && history.data && !of ? 'It is not among the latest of this claim.' : undefined),
  }
}
