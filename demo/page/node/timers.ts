/** What the platform uses of `node:timers/promises`, where there is no Node. */
const wait = <Value>(ms = 0, value?: Value): Promise<Value | undefined> =>
  new Promise((done) => setTimeout(() => done(value), ms))
export { wait as setTimeout }
export const setImmediate = (): Promise<unknown> => wait()
