import './PaneBoundary.css'
import { Component, type ReactNode } from 'react'
import { oneLine } from '../../shared/neutraliseText'
import { CopyButton } from '../controls/CopyButton'
import { Icon } from '../controls/Icon'

interface PaneBoundaryProps {
  /** As the person would call it: `tree`. */
  readonly name: string
  readonly children: ReactNode
}

/** A part that breaks says so in its own place; the rest of the window goes on. */
export class PaneBoundary extends Component<PaneBoundaryProps, { readonly broken: string | null }> {
  override state: { readonly broken: string | null } = { broken: null }

  static getDerivedStateFromError(error: unknown): { readonly broken: string } {
    return { broken: error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ''}` : String(error) }
  }

  override render(): ReactNode {
    const { broken } = this.state
    if (broken === null) return this.props.children
    return (
      <div className="broken" role="alert">
        <h2>
          <Icon name="st-failed" className="st-failed" /> The {this.props.name} broke
        </h2>
        <p>This is a mistake in Understory. Your runs are not touched by it, and the rest of the window goes on.</p>
        <div className="code">{oneLine(broken).slice(0, 240)}</div>
        <div className="row">
          <button type="button" className="btn small" onClick={() => this.setState({ broken: null })}>
            <Icon name="refresh" size={14} /> Try again
          </button>
          <button type="button" className="btn small quiet" onClick={() => location.reload()}>
            Reload the page
          </button>
          <CopyButton label="Copy report" text={broken} isQuiet />
        </div>
      </div>
    )
  }
}
