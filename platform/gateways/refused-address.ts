/**
 * A gateway says that it will never deliver to this address: no such mailbox, no such number. Anything else a gateway
 * throws means that it could not be reached or failed, which says nothing about the address.
 */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}
