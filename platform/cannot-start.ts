/**
 * A reason not to start that the operator can act on: the message is one plain sentence saying what is wrong and what
 * to do about it, and is printed alone, without a stack.
 */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
