"""Tables in the browser: what people do comes in, and frames of what each seat may know go out."""
