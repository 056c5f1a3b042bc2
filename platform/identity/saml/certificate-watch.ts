import { DAY_MS } from '../../dates/instant.ts'
import type { FastifyInstance } from 'fastify'
import type { Portal } from '../../portal/portal.ts'
import type { Asks } from './carriers.ts'
import { expiryAlert } from './certificates.ts'

/** A carrier nobody will be able to sign in from, unless its administrator sends a new certificate. */
export type Expiring = { mc: string; withinDays: 30 | 14 | 7 | 0 }

/** The carriers whose last certificate runs out within 30, 14 or 7 days, or has. */
export async function expiringCarriers(db: Asks, now: Date): Promise<Expiring[]> {
  const { rows } = await db.query<{ mc: string; certificates: string[] }>(
    'select mc, certificates from sso_certificates()',
  )
  return rows.flatMap(({ mc, certificates }) => {
    const withinDays = expiryAlert(certificates, now)
    return withinDays === undefined ? [] : [{ mc, withinDays }]
  })
}

/** Writes into the log, at the start and every day, which carriers need a new certificate. */
export function watchCertificates(app: FastifyInstance, portal: Portal, now: () => Date): void {
  const tell = async () => {
    for (const { mc, withinDays } of await expiringCarriers(portal.pools.app, now())) {
      const level = withinDays === 0 ? 'error' : 'warn'
      portal.log[level]({ code: 'SSO_CERTIFICATE', mc, withinDays }, 'the last certificate of a carrier runs out')
    }
  }
  const watch = () =>
    tell().catch((error: unknown) => {
      portal.log.warn({ code: (error as { code?: string }).code }, 'certificates of carriers not looked at')
    })
  app.addHook('onReady', watch)
  const timer = setInterval(() => void watch(), DAY_MS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
