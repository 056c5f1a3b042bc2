import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pharmacyReference, portalReference } from './raise.ts'

it('a reference is twelve digits, and its first tells a pharmacy’s request from one made in the portal', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(pharmacyReference(id)).toMatch(/^[0-8]\d{11}$/)
      expect(portalReference(id)).toMatch(/^9\d{11}$/)
      expect(portalReference(id).slice(1)).toBe(pharmacyReference(id).slice(1))
    }),
  )
})
