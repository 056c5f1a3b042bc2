import { Component, type ReactNode } from 'react'
import { Button } from './ui/button.tsx'
import { ErrorState } from './ui/error-state.tsx'
import { iconRefresh } from './ui/icons.ts'

export type ErrorBoundaryProps = {
  /** What broke, in the reader's words: "This page", "The authorizations card". */
  what: string
  /** Inside a card: smaller words. */
  small?: boolean
  children: ReactNode
}

// The words of Chromium, Firefox and Safari for a part of the pages that is no longer there after an update.
const isOldBuild = (error: Error): boolean =>
  /dynamically imported module|error loading|module script failed|preload CSS/i.test(error.message)

/** Keeps a fault where it happened: only this part of the screen is lost, and it can be tried again (bar U-OUT-07). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { what, small = false, children } = this.props
    const { error } = this.state
    if (!error) return children
    if (isOldBuild(error)) {
      const reload = (
        <Button tone="primary" icon={iconRefresh} onClick={() => location.reload()}>
          Reload
        </Button>
      )
      return (
        <ErrorState
          small={small}
          title="A new version is ready"
          safe="The portal was updated. Reload to go on; what you sent is saved."
          acts={reload}
        />
      )
    }
    return (
      <ErrorState
        small={small}
        title={`${what} could not be shown`}
        safe="Sorry, there is a problem on our side. What you sent is saved; what you were typing here may be lost."
        onRetry={() => this.setState({ error: undefined })}
      />
    )
  }
}
