import { useEffect, useState } from 'react'
import { CopyIcon } from '../CopyIcon'
import { inOrder } from '../inOrder'
import type { CodeSpan } from './codeSpan'
import { highlightCode, highlighted } from './highlightCode'
import { languageOf } from './loadLanguage'

interface CodeBlockProps {
  readonly text: string
  /** As it was written behind the fence, or a file's name. */
  readonly language: string
}

export function CodeBlock({ text, language }: CodeBlockProps) {
  return (
    <div className="md-code">
      <pre className="code" dir="ltr">
        <CodeText text={text} language={language} />
      </pre>
      <CopyIcon text={text} />
    </div>
  )
}

const toneClass = { key: 'ck', string: 'cs', name: 'cf', comment: 'cc', number: 'cn' }

/** Code is there at once; its colours follow when a worker has found them. */
export function CodeText({ text, language }: CodeBlockProps) {
  const known = languageOf(language)
  const spans = useSpans(known, text)
  if (!spans) return text
  return inOrder(spans).map(({ place, value: { tone, text: part } }) => (
    <span key={place} className={tone === null ? undefined : toneClass[tone]}>
      {part}
    </span>
  ))
}

function useSpans(language: string | null, text: string): readonly CodeSpan[] | undefined {
  const [found, setFound] = useState<{ readonly of: string; readonly spans: readonly CodeSpan[] } | null>(null)
  const known = language === null ? undefined : highlighted(language, text)
  useEffect(() => {
    if (language === null || known) return
    let isWanted = true
    void highlightCode(language, text).then((spans) => {
      if (isWanted && spans) setFound({ of: text, spans })
    })
    return () => {
      isWanted = false
    }
  }, [language, text, known])
  return known ?? (found?.of === text ? found.spans : undefined)
}
