import type { AnyCall } from '../calls/contract.ts'

/** What the registry knows of a route that is no call (pages, health, files of the browser build). */
export type PlainRoute = { name: string; summary: string; effect: 'public' | 'session' | 'token' }

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: AnyCall
    plain?: PlainRoute
  }
}
