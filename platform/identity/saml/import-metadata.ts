import { keepCarrierSso, ssoOfCarrier, type Asks } from './carriers.ts'
import { usableKeys } from './certificates.ts'
import { readMetadata } from './metadata.ts'

export type MetadataImport = {
  /** Master carrier code. */
  mc: string
  /** The file, as the carrier's administrator sent it. */
  xml: string
  /** Whether the provider may start a sign-in itself, without a request of the portal. */
  allowIdpInitiated: boolean
  /**
   * `add` keeps the certificate that counted until now beside a new one, so that nobody is turned away while the carrier
   * rolls over; `replace` trusts the certificates of the file alone, as when a key was lost.
   */
  certificates: 'add' | 'replace'
}

/**
 * Trusts a carrier's identity provider from now on as its metadata describe it; false when there is no such carrier. The
 * owner's work. Throws `MetadataRefused` with a sentence for the administrator.
 */
export async function importMetadata(
  db: Asks,
  { mc, xml, allowIdpInitiated, certificates }: MetadataImport,
  now: Date,
): Promise<boolean> {
  const { entityId, ssoUrl, sloUrl, certificates: brought } = readMetadata(xml, now)
  const before = certificates === 'add' ? ((await ssoOfCarrier(db, mc))?.certificates ?? []) : []
  const stillGood = before.filter((pem) => !brought.includes(pem) && usableKeys([pem], now).keys.length > 0)
  return keepCarrierSso(db, {
    mc,
    entityId,
    ssoUrl,
    sloUrl,
    certificates: [...brought, ...stillGood].slice(0, 2),
    allowIdpInitiated,
  })
}
