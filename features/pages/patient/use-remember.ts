import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { patients, type Patient } from '#features/patients/contract.ts'
import { ask, newKey } from '#platform/browser/call.ts'

/** Puts an opened patient first among those the user viewed last. Without it nothing but that list is out of date. */
export function useRemember({ claimId, masterCarrier }: Pick<Patient, 'claimId' | 'masterCarrier'>): void {
  const cache = useQueryClient()
  useEffect(() => {
    ask(patients.addRecent, { claimId, masterCarrier }, { key: newKey() }).then(
      () => void cache.invalidateQueries({ queryKey: [patients.recent.name] }),
      () => undefined,
    )
  }, [cache, claimId, masterCarrier])
}
