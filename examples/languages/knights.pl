# Its knights walk out and home. It resigns when it is in check or when a piece was captured.
use strict;
use warnings;

$| = 1;  # flush after every print
my %walks = (white => [qw(Nf3 Nc3 Ng1 Nb1)], black => [qw(Nf6 Nc6 Ng8 Nb8)]);
my ($walk, $turn) = ([], 0);
while (my $line = <STDIN>) {  # until the game is over
    $line =~ s/\s+$//;
    $walk = $walks{$line} // $walk;
    next if $line eq "black";  # wait for White's first move
    print $line =~ /[x+]/ ? "resign" : $walk->[$turn++ % 4], "\n";  # after '.' another move
}
