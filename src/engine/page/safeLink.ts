import { RpcError } from '../../shared/fault'

/** A web address that may be handed to the system: nothing else a transcript could name is opened. */
export function safeLink(text: string): string {
  const refuse = (message: string) => new RpcError({ code: 'bad_input', message })
  if (!URL.canParse(text)) throw refuse('This is not a web address.')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse(`Only http and https are opened, not ${url.protocol}`)
  if (url.username !== '' || url.password !== '') throw refuse('An address with a name or a password in it is not opened.')
  if (url.hostname === '') throw refuse('The address names no host.')
  return url.href
}
