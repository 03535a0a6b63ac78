import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { sampleAsk } from '../../../testing/drive/sampleAsk'
import { DenyReason } from './DenyReason'
import { denialAnswer } from './denialAnswer'

const option = sampleAsk().options.find(({ takesMessage }) => takesMessage) ?? null

it('a denial goes to who asks and hears it, and waits while its session is paused', () => {
  const asks = { isGone: false, isPaused: false }
  expect(denialAnswer(option, 'not now', asks)).toEqual({ kind: 'option', option: option?.id, message: 'not now' })
  expect(denialAnswer(null, 'not now', asks)).toBeNull()
  expect(denialAnswer(option, 'not now', { ...asks, isPaused: true })).toBeNull()
  expect(denialAnswer(option, 'not now', { ...asks, isGone: true })).toBeNull()
})

it('the field of a denial says why it cannot be sent', () => {
  const nothing = () => undefined
  const shown = (hindrance: string | null) =>
    renderToStaticMarkup(
      createElement(DenyReason, {
        ...{ label: 'Deny', text: 'not now', hindrance, isHere: false },
        ...{ onText: nothing, onCancel: nothing, onDeny: nothing },
      }),
    )
  expect(shown('it is paused')).toContain('aria-disabled="true" aria-description="it is paused">Deny')
  expect(shown(null)).not.toMatch(/aria-disabled|aria-description/)
})
