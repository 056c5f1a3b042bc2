import { Component, type ReactNode } from 'react'
import { PartTooSlow } from '../../browser/load-part.ts'
import { reportFault } from '../../browser/report-fault.ts'
import { Button } from '../button/button.tsx'
import { ErrorState } from '../list/error-state.tsx'
import { iconRefresh } from '../display/icons.ts'

type ErrorBoundaryProps = {
  /** What broke, in the reader's words: "This page", "The authorizations card". */
  what: string
  /** Inside a card: smaller words. */
  small?: boolean
  /** Wraps the message where nothing else of the page is left. */
  around?: (words: ReactNode) => ReactNode
  children: ReactNode
}

// The words of Chromium, Firefox and Safari for a part of the pages that is no longer there after an update.
const isOldBuild = (error: Error): boolean =>
  /dynamically imported module|error loading|module script failed|preload CSS/i.test(error.message)

const known = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']

/** Contains an error to this part of the screen, which can be tried again. The server logs it under a Support Id. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { error: Error | undefined; supportId: string | undefined }
> {
  override state: { error: Error | undefined; supportId: string | undefined } = {
    error: undefined,
    supportId: undefined,
  }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    const reported =
      name === 'PartTooSlow'
        ? reportFault('part-missing', 'timeout')
        : isOldBuild(new Error(message))
          ? reportFault('part-missing', 'not-found')
          : reportFault('page-fault', known.includes(name) ? name : 'Error')
    void reported.then((supportId) => this.setState({ supportId }))
  }

  override render() {
    const { children, around = (words: ReactNode) => words } = this.props
    return this.state.error ? around(this.words(this.state.error)) : children
  }

  words(error: Error): ReactNode {
    const { what, small = false } = this.props
    const { supportId } = this.state
    const reload = (
      <Button tone="primary" icon={iconRefresh} onClick={() => location.reload()}>
        Reload
      </Button>
    )
    if (error instanceof PartTooSlow || (isOldBuild(error) && !navigator.onLine))
      return (
        <ErrorState
          small={small}
          title={`${what} could not be loaded`}
          safe="The connection is slow or lost. What you sent is saved. Reload to try again."
          supportId={supportId}
          acts={reload}
        />
      )
    if (isOldBuild(error))
      return (
        <ErrorState
          small={small}
          title="A new version is ready"
          safe="The portal was updated. Reload to continue; what you sent is saved."
          supportId={supportId}
          acts={reload}
        />
      )
    return (
      <ErrorState
        small={small}
        title={`${what} could not be shown`}
        safe="Sorry, there is a problem on our side. What you sent is saved; what you were typing here may be lost."
        supportId={supportId}
        onRetry={() => this.setState({ error: undefined, supportId: undefined })}
      />
    )
  }
}
