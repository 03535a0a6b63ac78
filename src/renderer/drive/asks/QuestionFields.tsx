import { useId } from 'react'
import type { Ask } from '../../../shared/drive/ask'
import { exactText } from '../../../shared/exactText'
import { noReply, type Reply, turnChoice, writeOwn } from './answersOf'

type Question = Ask['questions'][number]

interface QuestionFieldsProps {
  readonly ask: Ask
  readonly replies: ReadonlyMap<string, Reply>
  readonly onChange: (replies: ReadonlyMap<string, Reply>) => void
}

export function QuestionFields({ ask, replies, onChange }: QuestionFieldsProps) {
  return ask.questions.map((question) => (
    <QuestionField
      key={question.id}
      name={`${ask.id} ${question.id}`}
      question={question}
      reply={replies.get(question.id) ?? noReply}
      onChange={(reply) => onChange(new Map(replies).set(question.id, reply))}
    />
  ))
}

interface QuestionFieldProps {
  readonly name: string
  readonly question: Question
  readonly reply: Reply
  readonly onChange: (reply: Reply) => void
}

function QuestionField({ name, question, reply, onChange }: QuestionFieldProps) {
  // Of this card alone: choices of the same name in another one would turn each other off.
  const group = `${name} ${useId()}`
  const { header, text, isMultiple, takesOwnWords, isSecret, options } = question
  return (
    <fieldset className="question" data-question={question.id}>
      <legend>
        {header !== null && header !== '' && <span className="chip">{exactText(header)}</span>} {exactText(text)}
      </legend>
      {options.map(({ label, note }) => (
        <label className="big-radio" key={label}>
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={group}
            checked={reply.chosen.includes(label)}
            onChange={() => onChange(turnChoice(reply, question, label))}
          />
          <span>
            <span className="f1">{exactText(label)}</span>
            {note !== null && note !== '' && <span className="f3">{exactText(note)}</span>}
          </span>
        </label>
      ))}
      {(takesOwnWords || options.length === 0) && (
        <div className="input">
          <input
            type={isSecret ? 'password' : 'text'}
            autoComplete="off"
            dir="auto"
            value={reply.own}
            maxLength={16_000}
            aria-label={options.length === 0 ? text.slice(0, 200) : 'In your own words'}
            placeholder={options.length === 0 ? 'Your answer' : 'or in your own words'}
            onChange={({ target }) => onChange(writeOwn(reply, question, target.value))}
          />
        </div>
      )}
    </fieldset>
  )
}
