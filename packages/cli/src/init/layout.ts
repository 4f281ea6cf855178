/** What a project gets, and what is left to be done by hand. */
export interface Layout {
  readonly files: readonly NewFile[];
  readonly workflow: Workflow;
  /** What somebody has to type or to add, in order. */
  readonly steps: readonly string[];
  /** Makes the text of a template that of this project. */
  readonly adapt?: (text: string) => string;
}

export interface NewFile {
  /** Below `examples` of the package. */
  readonly template: string;
  /** Where it goes, relative to the project. */
  readonly path: string;
}

/** By what the workflow's template is filled. */
export interface Workflow {
  readonly SETUP_ACTION: string;
  readonly SETUP_VERSION: string;
  readonly INSTALL_COMMAND: string;
  readonly TEST_COMMAND: string;
}
