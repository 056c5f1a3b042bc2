/** What the platform uses of `node:http`, where there is no Node: no answer goes over a socket here. */
export const STATUS_CODES: Record<number, string> = {}
