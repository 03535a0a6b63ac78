interface IconProps {
  /** A symbol of theme/icons.svg. */
  readonly name: string
  readonly size?: 12 | 14 | 16
  readonly className?: string
  /** Said aloud; without it the icon is decoration beside a word. */
  readonly label?: string
}

export function Icon({ name, size = 16, className = '', label }: IconProps) {
  const small = size === 12 ? ' xs' : size === 14 ? ' s' : ''
  const said = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg className={`i${small} ${className}`} {...said}>
      <use href={`#${name}`} />
    </svg>
  )
}
