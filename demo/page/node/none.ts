/** What the platform imports of Node and a page never reaches: sockets, files, threads. */
const none = (): never => {
  throw new Error('There is no such thing in a page.')
}
export { none as connect, none as readFile, none as fileURLToPath, none as isIP }
export class Worker {
  constructor() {
    none()
  }
}
/** OpenFeature names it for contexts of transactions, which the portal does not use. */
export class AsyncLocalStorage {
  constructor() {
    none()
  }
}
export default {}
