/** Which item comes next in the list, and the way there. */
export interface GoingOn {
  readonly next: { readonly title: string; readonly process: string } | undefined
  /** With focus: by keys, and so into the form. */
  readonly onNext: (focus: boolean) => void
}
