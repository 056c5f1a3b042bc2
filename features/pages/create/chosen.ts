import type { Drug } from '#features/drugs/contract.ts'
import type { Pharmacy } from '#features/pharmacies/contract.ts'
import type { Practitioner } from '#features/practitioners/contract.ts'
import type { Chosen } from './typed.ts'

/** A product of the directory, as the form keeps it. */
export const chosenDrug = (one: Drug): Chosen => ({
  id: one.ndc,
  name: one.name,
  detail: [
    `NDC ${one.ndc}`,
    one.brandFlag === 'G' ? 'generic' : 'brand',
    one.dea ? `schedule ${one.dea.slice(1)}` : 'not controlled',
  ].join(' · '),
})

/** A pharmacy of the directory, as the form keeps it. */
export const chosenPharmacy = ({ nabp, name, address: { city, state } }: Pharmacy): Chosen => ({
  id: nabp,
  name,
  detail: `${city}, ${state}, NABP ${nabp}`,
})

/** A prescriber of the directory, as the form keeps it. */
export const chosenPrescriber = (one: Practitioner): Chosen => ({
  id: one.id,
  name: [`${one.firstName} ${one.lastName}`, one.credential].filter(Boolean).join(', '),
  detail: `NPI ${one.npi}, ${one.specialty}`,
})
