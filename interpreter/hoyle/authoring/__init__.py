"""What an author does besides linting: explain, start, show, compare and lay out rulesets."""
